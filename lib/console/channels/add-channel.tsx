import { useSignal } from '@preact/signals';
import { HEARD, type Heard } from '../../domain/alerts/owner-channel.ts';
import { kindRule } from '../../domain/alerts/sending/channel-kind.ts';
import { call, newKey } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { Form } from '../parts/form/form.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { asOwner, OwnersButton } from '../parts/owners-button.tsx';
import { channelUrl, maybe } from '../words/checks.ts';
import { ChannelFields, hearsCheck } from './channel-fields.tsx';
import { AddMail } from './add-mail.tsx';
import { HowSent } from './how-sent.tsx';
import { kindOf, sendingBody, sendingForm } from './sending-form.ts';
import type { OwnersChannel } from '../words/told-by.ts';

interface AddProps {
  onAdded: (channel: OwnersChannel) => unknown;
  /** Where else its owner may be told here. */
  also?: Pick<Output<'listChannels'>, 'arns' | 'texts'> | null;
}

/** A URL is pasted and added; what most want needs nothing else. */
export function AddChannel({ onAdded, also }: AddProps) {
  const [url, name, tags] = [useSignal(''), useSignal(''), useSignal('')];
  const hears = useSignal<readonly Heard[]>(HEARD);
  const sending = useSignal(sendingForm());
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const renew = () => {
    key.value = newKey();
  };
  const add = () =>
    asOwner(async () => {
      const body = {
        ...sendingBody(sending.value, url.value),
        ...(url.value.trim() !== '' && { url: url.value.trim() }),
        hears: [...hears.value],
        tags: tags.value,
        ...(name.value.trim() !== '' && { name: name.value }),
      };
      const channel = await call('createChannel', { body }, { key: key.value });
      for (const text of [url, name, tags]) text.value = '';
      hears.value = HEARD;
      sending.value = sendingForm();
      renew();
      await onAdded(channel);
    });
  const hasUrl = kindRule(kindOf(sending.value, url.value)).url !== undefined;
  return (
    <>
      <Form onInput={renew} onSubmit={add} check={() => hearsCheck(hears.value)}>
        <TextField
          field="url"
          hint={urlHint(also?.arns)}
          check={hasUrl ? maybe(channelUrl) : channelUrl}
          text={url}
          input={{ inputMode: 'url' }}
        >
          <OwnersButton type="submit" kind="main">
            Add
          </OwnersButton>
        </TextField>
        <details>
          <summary>Name and alerts</summary>
          <div class="form">
            <ChannelFields name={name} hears={hears} tags={tags} />
          </div>
        </details>
        <HowSent form={sending} url={url.value} />
      </Form>
      <AddMail onAdded={onAdded} mayText={also?.texts === true} />
    </>
  );
}

function urlHint(arns: readonly string[] = []): string {
  const known =
    'A public https URL. Slack, Discord, Teams, Telegram, ntfy and other webhooks are recognized.';
  return arns.length === 0 ? known : `${known} Or one of these: ${arns.join(', ')}.`;
}
