import { useSignal, type Signal } from '@preact/signals';
import { HEARD, type Heard } from '../../domain/alerts/owner-channel.ts';
import { kindRule } from '../../domain/alerts/sending/channel-kind.ts';
import { call, newKey } from '../api/call.ts';
import { Form } from '../parts/form/form.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { asOwner, OwnersButton } from '../parts/owners-button.tsx';
import { maybe, nameOfMonitor, severalTags, webhook } from '../words/checks.ts';
import { HEARD_WORDS } from './channel-words.ts';
import { HowSent } from './how-sent.tsx';
import { kindOf, sendingBody, sendingForm } from './sending-form.ts';
import type { OwnersChannel } from '../words/told-by.ts';
import { LABELS } from '../words/wire-words.ts';

/** A URL is pasted and added; what most want needs nothing else. */
export function AddChannel({ onAdded }: { onAdded: (channel: OwnersChannel) => unknown }) {
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
  const check = () => (hears.value.length === 0 ? 'A channel has to hear at least one thing.' : null);
  const hasUrl = kindRule(kindOf(sending.value, url.value)).url !== undefined;
  return (
    <Form onInput={renew} onSubmit={add} check={check}>
      <TextField
        field="url"
        hint="A public https URL; hooks of Slack, Discord, Teams, Telegram, ntfy and others are known."
        check={hasUrl ? maybe(webhook) : webhook}
        text={url}
        input={{ inputMode: 'url' }}
      >
        <OwnersButton type="submit" kind="main">
          Add
        </OwnersButton>
      </TextField>
      <WhatItHears name={name} hears={hears} tags={tags} />
      <HowSent form={sending} url={url.value} />
    </Form>
  );
}

interface WhatItHearsProps {
  name: Signal<string>;
  hears: Signal<readonly Heard[]>;
  tags: Signal<string>;
}

function WhatItHears({ name, hears, tags }: WhatItHearsProps) {
  return (
    <details>
      <summary>Its name, and what it hears</summary>
      <div class="form">
        <TextField
          field="name"
          hint="Left empty, its kind or host."
          check={maybe(nameOfMonitor)}
          text={name}
        />
        <Hears hears={hears} />
        <TextField
          field="tags"
          hint="Monitors with one of these tags, with commas between. Left empty, every monitor."
          check={maybe(severalTags)}
          text={tags}
        />
      </div>
    </details>
  );
}

function Hears({ hears }: { hears: Signal<readonly Heard[]> }) {
  return (
    <fieldset class="kept-tags">
      <legend>{LABELS.hears}</legend>
      {HEARD.map((each) => (
        <label key={each}>
          <input
            type="checkbox"
            checked={hears.value.includes(each)}
            onChange={({ currentTarget: { checked } }) => {
              hears.value = HEARD.filter((one) => (one === each ? checked : hears.value.includes(one)));
            }}
          />
          {HEARD_WORDS[each]}
        </label>
      ))}
    </fieldset>
  );
}
