import type { Signal } from '@preact/signals';
import { HEARD, type Heard } from '../../domain/alerts/owner-channel.ts';
import { TextField } from '../parts/form/text-field.tsx';
import { maybe, nameOfMonitor, severalTags, type Check } from '../words/checks.ts';
import { LABELS } from '../words/wire-words.ts';
import { HEARD_WORDS } from './channel-words.ts';

interface FieldsProps {
  name: Signal<string>;
  hears: Signal<readonly Heard[]>;
  tags: Signal<string>;
  /** Of a channel that has a name already. */
  isNamed?: boolean;
}

/** What a channel is called, and what it hears. */
export function ChannelFields({ name, hears, tags, isNamed = false }: FieldsProps) {
  const check: Check = isNamed ? nameOfMonitor : maybe(nameOfMonitor);
  return (
    <>
      <TextField
        field="name"
        hint={isNamed ? null : 'If empty, its kind or host.'}
        check={check}
        text={name}
      />
      <Hears hears={hears} />
      <TextField
        field="tags"
        hint="Monitors with any of these tags, separated by commas. If empty, every monitor."
        check={maybe(severalTags)}
        text={tags}
      />
    </>
  );
}

/** What is wrong with what it is to hear. */
export const hearsCheck = (hears: readonly Heard[]) => (hears.length === 0 ? 'Choose at least one.' : null);

function Hears({ hears }: Pick<FieldsProps, 'hears'>) {
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
