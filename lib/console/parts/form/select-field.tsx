import { Field, type FieldProps } from './field.tsx';

interface SelectProps<V extends string> extends Omit<FieldProps, 'children'> {
  /** What is chosen: a signal, or what is read and set like one. */
  chosen: { value: V | undefined };
  options: readonly (readonly [value: V, words: string])[];
}

/** One of a few, with its label. */
export function SelectField<V extends string>({ chosen, options, ...field }: SelectProps<V>) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value as V;
          }}
        >
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
