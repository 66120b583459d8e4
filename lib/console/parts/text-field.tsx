import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { Field, type FieldProps } from './field.tsx';

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  /** What is typed: a signal, or what is read and set like one. */
  text: { value: string };
  /** What else the input is to have. */
  input?: InputHTMLAttributes;
  /** Beside the input, such as the button that sends it. */
  children?: ComponentChildren;
}

/** One line of text, or a moment, with its label. */
export function TextField({ label, hint, error = null, text, input, children }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => {
        const line = (
          <input
            autocomplete="off"
            {...input}
            {...control}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        );
        if (!children) return line;
        return (
          <div class="together">
            {line}
            {children}
          </div>
        );
      }}
    </Field>
  );
}
