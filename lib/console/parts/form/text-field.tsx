import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';
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

/** The fields of a form that hold any text. */
type TextOf<Form> = { [Field in keyof Form]: string extends Form[Field] ? Field : never }[keyof Form];

/** A text of a form as `TextField` takes it; `set` is told of what is typed. */
export function textIn<Form extends object>(
  form: Form,
  set: (changed: Partial<Form>) => void,
  field: TextOf<Form>,
): { value: string } {
  return {
    get value() {
      return form[field] as string;
    },
    set value(text) {
      set({ [field]: text } as Partial<Form>);
    },
  };
}

interface TextAreaProps extends Omit<TextFieldProps, 'input' | 'children'> {
  /** What else the area is to have. */
  area?: TextareaHTMLAttributes;
}

/** Lines of text, typed or pasted, with their label. */
export function TextAreaField({ text, check, area, ...field }: TextAreaProps) {
  return (
    <Field {...field} check={() => check?.(text.value) ?? null}>
      {(control) => (
        <textarea
          rows={8}
          {...area}
          {...control}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
