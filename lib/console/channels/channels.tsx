import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form/form.tsx';
import { paid } from '../paying/paying.ts';
import { Notice } from '../parts/notices.tsx';
import { TextField, textIn } from '../parts/form/text-field.tsx';
import { mailbox, maybe, webhook, type Check } from '../words/checks.ts';
import { byWords, isOrganization, tellsSomebody } from '../words/told-by.ts';
import { LABELS } from '../words/wire-words.ts';
import { OwnersChannels } from './owners-channels.tsx';
import { TestAlert } from './test-alert.tsx';
import { useChannels } from '../api/use-channels.ts';

type ChannelsOf = Pick<
  Output<'getMonitor'>,
  | 'id'
  | 'alert_to'
  | 'alert_url'
  | 'alert_channels'
  | 'channel_ids'
  | 'alert_to_confirmed'
  | 'failing_channels'
>;

interface ChannelsProps {
  monitor: ChannelsOf;
  /** Told of what the service has now. */
  onChanged: (monitor: Output<'patchMonitor'>) => void;
}

/** Who hears about a monitor: an address, a webhook, both or none; and a test that shows whether it arrives. */
export function Channels({ monitor, onChanged }: ChannelsProps) {
  return (
    <div class="channels">
      <ChannelField name="alert_to" monitor={monitor} onChanged={onChanged} />
      <Unconfirmed monitor={monitor} />
      <ChannelField name="alert_url" monitor={monitor} onChanged={onChanged} />
      <OtherChannels monitor={monitor} onChanged={onChanged} />
    </div>
  );
}

/** Beside its own address and webhook: the channels of its owner that speak for it, those that fail, and a test. */
export function OtherChannels({ monitor, onChanged }: ChannelsProps) {
  const owners = useChannels().value.value?.channels;
  return (
    <>
      <OwnersChannels monitor={monitor} onChanged={onChanged} />
      {monitor.failing_channels?.map((failing) => (
        <Notice key={failing.channel_id ?? failing.channel} kind="late">
          Delivery by <bdi>{byWords(failing, owners)}</bdi> is failing: {failing.detail}
        </Notice>
      ))}
      {tellsSomebody(monitor) && <TestAlert id={monitor.id} />}
    </>
  );
}

/** Says so where the address of a monitor has not agreed. */
export function Unconfirmed({ monitor: { alert_to: to, alert_to_confirmed: has } }: { monitor: ChannelsOf }) {
  if (has !== false) return null;
  if (isOrganization(to)) return <Notice>Every owner and admin of the organization has unsubscribed.</Notice>;
  return (
    <Notice>
      <bdi>{to}</bdi> has not confirmed yet. Open the e-mail we sent there and press the button.
    </Notice>
  );
}

type Address = 'alert_to' | 'alert_url';

const CHECKS: Record<Address, Check> = {
  alert_to: maybe((text) => (isOrganization(text.trim()) ? null : mailbox(text))),
  alert_url: maybe(webhook),
};
const TYPES = { alert_to: 'email', alert_url: 'url' } as const;

function hintOf(name: Address, monitor: ChannelsOf): string {
  if (name === 'alert_url')
    return 'A public https URL. Slack, Discord, Teams, Telegram, ntfy and other webhooks are recognized.';
  return isOrganization(monitor.alert_to)
    ? 'The word organization e-mails its owners and admins. Any other address must confirm first.'
    : 'A new address must confirm first.';
}

interface AddressProps {
  name: Address;
  monitor: ChannelsOf;
  text: { value: string };
  children?: ComponentChildren;
}

/** Where a monitor tells what is wrong with it: its own address or webhook. */
export function AddressField({ name, monitor, text, children }: AddressProps) {
  const type = TYPES[name];
  return (
    <TextField
      field={name}
      hint={hintOf(name, monitor)}
      check={CHECKS[name]}
      text={text}
      input={{ inputMode: type, autocomplete: type }}
    >
      {children}
    </TextField>
  );
}

function ChannelField({ name, monitor, onChanged }: ChannelsProps & { name: Address }) {
  const had = monitor[name] ?? '';
  const typed = useSignal<string | null>(null);
  const text = typed.value ?? had;
  const set = (changed: { text?: string }) => {
    typed.value = changed.text ?? null;
  };
  const save = async () => {
    const value = text.trim();
    if (value === had) return;
    const body = { [name]: value === '' ? null : value };
    onChanged(await paid((by) => call('patchMonitor', { params: { id: monitor.id }, body }, by)));
    typed.value = null;
  };
  return (
    <Form class="channel" onSubmit={save}>
      <AddressField name={name} monitor={monitor} text={textIn({ text }, set, 'text')}>
        <Button type="submit" label={`Save ${LABELS[name]}`}>
          Save
        </Button>
      </AddressField>
    </Form>
  );
}
