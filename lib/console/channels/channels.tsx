import { useSignal } from '@preact/signals';
import { ORGANIZATION } from '../../domain/organization/organization.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { Button } from '../parts/button.tsx';
import { paid } from '../paying/paying.ts';
import { Notice } from '../parts/notices.tsx';
import { textIn } from '../parts/text-in.ts';
import { TextField } from '../parts/text-field.tsx';
import { TestAlert } from './test-alert.tsx';

type ChannelsOf = Pick<
  Output<'getMonitor'>,
  'id' | 'alert_to' | 'alert_url' | 'alert_to_confirmed' | 'failing_channels'
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
      <ChannelField
        label="E-mail"
        hint={
          monitor.alert_to === ORGANIZATION
            ? 'The word organization mails its owners and admins; an address in its place is asked first.'
            : 'An address that is new here is asked first; it has to agree.'
        }
        type="email"
        name="alert_to"
        monitor={monitor}
        onChanged={onChanged}
      />
      {monitor.alert_to_confirmed === false && <Unconfirmed to={monitor.alert_to} />}
      <ChannelField
        label="Webhook"
        hint="A public https URL; hooks of Slack, Discord, Teams, Telegram, ntfy and others are known."
        type="url"
        name="alert_url"
        monitor={monitor}
        onChanged={onChanged}
      />
      {monitor.failing_channels?.map(({ channel, detail }) => (
        <Notice key={channel} kind="late">
          Deliveries by {channel} fail: {detail}
        </Notice>
      ))}
      {(monitor.alert_to !== null || monitor.alert_url !== null) && <TestAlert id={monitor.id} />}
    </div>
  );
}

function Unconfirmed({ to }: { to: string | null }) {
  if (to === ORGANIZATION)
    return (
      <Notice>Nobody who looks after the organization can be mailed: all have ended these mails.</Notice>
    );
  return (
    <Notice>
      <bdi>{to}</bdi> has not agreed yet. Open the mail that was sent there and press the button.
    </Notice>
  );
}

interface ChannelFieldProps extends ChannelsProps {
  label: string;
  hint: string;
  type: 'email' | 'url';
  name: 'alert_to' | 'alert_url';
}

function ChannelField({ label, hint, type, name, monitor, onChanged }: ChannelFieldProps) {
  const had = monitor[name] ?? '';
  const typed = useSignal<string | null>(null);
  const text = typed.value ?? had;
  const set = (changed: { text?: string }) => {
    typed.value = changed.text ?? null;
  };
  const refused = useSignal<string | null>(null);
  const save = async () => {
    const value = text.trim();
    if (value === had) return;
    try {
      const body = { [name]: value === '' ? null : value };
      onChanged(await paid((by) => call('patchMonitor', { params: { id: monitor.id }, body }, by)));
      refused.value = null;
      typed.value = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.value = error.message;
    }
  };
  return (
    <form class="channel" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={label}
        hint={hint}
        error={refused.value}
        text={textIn({ text }, set, 'text')}
        input={{ inputMode: type, autocomplete: type }}
      >
        <Button type="submit" label={`Save ${label}`} onClick={save}>
          Save
        </Button>
      </TextField>
    </form>
  );
}
