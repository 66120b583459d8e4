import type { Signal } from '@preact/signals';
import { Field } from './field.tsx';

interface TextFieldProps {
  label: string;
  hint?: string;
  /** What is typed. */
  text: Signal<string>;
  maxLength?: number;
}

/** One line of text with its label. */
export function TextField({ label, hint, text, maxLength }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          value={text.value}
          maxLength={maxLength}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
