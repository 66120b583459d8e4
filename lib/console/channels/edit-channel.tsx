import { useSignal } from '@preact/signals';
import type { Heard } from '../../domain/alerts/owner-channel.ts';
import { call } from '../api/call.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form/form.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { paid } from '../paying/paying.ts';
import { channelUrl, reader } from '../words/checks.ts';
import type { OwnersChannel } from '../words/told-by.ts';
import { ChannelFields, hearsCheck } from './channel-fields.tsx';
import { HowSent } from './how-sent.tsx';
import { changedSending, sendingForm } from './sending-form.ts';

interface EditProps {
  channel: OwnersChannel;
  onSaved: (channel: OwnersChannel) => void;
  onClose: () => void;
}

/** The settings of a channel as they are, to be changed; only what differs is sent. */
export function EditChannel({ channel, onSaved, onClose }: EditProps) {
  const [url, to, name, tags] = [
    useSignal(channel.url ?? ''),
    useSignal(channel.to ?? ''),
    useSignal(channel.name),
    useSignal(channel.tags.join(', ')),
  ];
  const hears = useSignal<readonly Heard[]>(channel.hears);
  const sending = useSignal(sendingForm(channel));
  const save = async () => {
    const body = {
      ...(channel.url !== null && changedSending(sending.value, url.value, channel)),
      ...(channel.url !== null && url.value.trim() !== channel.url && { url: url.value.trim() }),
      ...(channel.to !== undefined && to.value.trim() !== channel.to && { to: to.value.trim() }),
      ...(name.value.trim() !== channel.name && { name: name.value }),
      ...(tags.value.trim() !== channel.tags.join(', ') && { tags: tags.value }),
      ...(hears.value.join() !== channel.hears.join() && { hears: [...hears.value] }),
    };
    if (Object.keys(body).length > 0)
      onSaved(await paid((by) => call('patchChannel', { params: { id: channel.id }, body }, by)));
    onClose();
  };
  return (
    <Form onSubmit={save} check={() => hearsCheck(hears.value)}>
      {channel.url !== null && (
        <TextField
          field="url"
          hint="The new URL. Open incidents are sent there once."
          check={channelUrl}
          text={url}
          input={{ inputMode: 'url' }}
        />
      )}
      {channel.to !== undefined && (
        <TextField
          field="to"
          hint="The new address. Unless it is your account's, it must confirm first."
          check={reader}
          text={to}
          input={{ inputMode: 'email' }}
        />
      )}
      <ChannelFields name={name} hears={hears} tags={tags} isNamed />
      {channel.url !== null && <HowSent form={sending} url={url.value} channel={channel} />}
      <div class="actions">
        <Button type="submit" kind="main">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
