import type { Signal } from '@preact/signals';
import { TEMPLATE_FIELDS, TEMPLATE_TYPES } from '../../domain/alerts/sending/body-template.ts';
import { CHANNEL_KINDS, isAwsKind, kindRule } from '../../domain/alerts/sending/channel-kind.ts';
import { METHODS } from '../../domain/alerts/sending/sending.ts';
import { Field, SelectField } from '../parts/form/field.tsx';
import { TextField, textIn } from '../parts/form/text-field.tsx';
import { counted, maybe } from '../words/checks.ts';
import type { OwnersChannel } from '../words/told-by.ts';
import { KINDS } from './channel-words.ts';
import { kindOf, type SendingForm } from './sending-form.ts';

/** What is of AWS is known by its ARN alone. */
const CHOSEN_KINDS = CHANNEL_KINDS.filter((kind) => !isAwsKind(kind));

interface HowSentProps {
  form: Signal<SendingForm>;
  /** As it is typed: it says the kind where no other is chosen. */
  url: string;
  /** The channel that is changed; of a new one nothing is set. */
  channel?: OwnersChannel;
}

/** The section of a form of a channel that says how it is sent to. */
export function HowSent({ form, url, channel }: HowSentProps) {
  const kind = kindOf(form.value, url);
  const { key, priority } = kindRule(kind);
  const set = (changed: Partial<SendingForm>) => {
    form.value = { ...form.value, ...changed };
  };
  return (
    <details open={key !== undefined && !key.isOptional && channel?.key_set !== true}>
      <summary>Format and credentials</summary>
      <div class="form">
        <SelectField
          field="kind"
          hint="By default, the kind its URL shows."
          chosen={chosenIn(form, set, 'kind')}
          options={[['', 'Detect from the URL'], ...CHOSEN_KINDS.map((each) => [each, KINDS[each]] as const)]}
        />
        {key && (
          <TextField
            field="key"
            hint={channel?.key_set ? 'Already set. Leave empty to keep it.' : `This must be ${key.rule}.`}
            text={textIn(form.value, set, 'key')}
            input={{ type: 'password', autocomplete: 'off' }}
          />
        )}
        {priority && (
          <TextField
            field="priority"
            hint={`From ${priority[0]} to ${priority[1]}, for alerts. If empty, the default there.`}
            check={maybe(counted(...priority))}
            text={textIn(form.value, set, 'priority')}
            input={{ inputMode: 'numeric' }}
          />
        )}
        {kind === 'webhook' && <OwnRequest form={form} set={set} />}
        {!isAwsKind(kind) && <Lines field="headers" hint={headersHint(channel)} form={form} set={set} />}
      </div>
    </details>
  );
}

interface PartProps {
  form: Signal<SendingForm>;
  set: (changed: Partial<SendingForm>) => void;
}

function OwnRequest({ form, set }: PartProps) {
  const hasBody = form.value.method !== 'GET';
  return (
    <>
      <SelectField
        field="method"
        chosen={chosenIn(form, set, 'method')}
        options={METHODS.map((each) => [each, each] as const)}
      />
      {hasBody && (
        <>
          <SelectField
            field="content_type"
            chosen={chosenIn(form, set, 'content_type')}
            options={TEMPLATE_TYPES.map((each) => [each, each] as const)}
          />
          <Lines
            field="body_down"
            hint={`If empty, the usual JSON. Fields: ${TEMPLATE_FIELDS.map((each) => `{{${each}}}`).join(', ')}.`}
            form={form}
            set={set}
          />
          <Lines field="body_up" hint="The same fields." form={form} set={set} />
        </>
      )}
    </>
  );
}

function Lines({
  field,
  hint,
  form,
  set,
}: PartProps & { field: 'headers' | 'body_down' | 'body_up'; hint: string }) {
  return (
    <Field field={field} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          spellcheck={false}
          value={form.value[field]}
          onInput={({ currentTarget }) => set({ [field]: currentTarget.value })}
        />
      )}
    </Field>
  );
}

function headersHint(channel: OwnersChannel | undefined): string {
  const how = 'One per line, such as Authorization: Bearer abc. They are never shown again.';
  const names = channel?.headers_set ?? [];
  if (names.length === 0) return how;
  return `${how} Already set: ${names.join(', ')}. To remove one, give its name without a value.`;
}

function chosenIn<Name extends 'kind' | 'method' | 'content_type'>(
  form: Signal<SendingForm>,
  set: PartProps['set'],
  name: Name,
) {
  return {
    get value(): SendingForm[Name] {
      return form.value[name];
    },
    set value(chosen: SendingForm[Name] | undefined) {
      if (chosen !== undefined) set({ [name]: chosen } as Partial<SendingForm>);
    },
  };
}
