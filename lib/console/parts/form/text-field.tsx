import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import type { Check } from '../../words/checks.ts';
import { Field, type FieldProps } from './field.tsx';

interface TextFieldProps extends Omit<FieldProps, 'children' | 'check'> {
  /** What is typed: a signal, or what is read and set like one. */
  text: { value: string };
  /** What is wrong with the text before it is sent. */
  check?: Check;
  /** What else the input is to have. */
  input?: InputHTMLAttributes;
  /** Beside the input, such as the button that sends it. */
  children?: ComponentChildren;
}

/** One line of text, or a moment, with its label. */
export function TextField({ text, check, input, children, ...field }: TextFieldProps) {
  return (
    <Field {...field} check={() => check?.(text.value) ?? null}>
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
