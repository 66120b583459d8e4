import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { LABELS, type WireField } from '../../words/wire-words.ts';
import { HELP } from '../../words/help.ts';
import { useChecked } from './checked.ts';

/** What the control of a field has to carry. */
interface Control {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  /** What it is sent as, which names it and brings a refusal of it here. */
  field?: WireField;
  /** @default what the field is called everywhere */
  label?: string;
  hint?: ComponentChildren;
  /** Why what is in it cannot be taken; null where nothing is wrong. */
  error?: string | null;
  /** What is wrong with it before it is sent. */
  check?: () => string | null;
  children: (control: Control) => JSX.Element;
}

/** A control with its label, a hint and what is wrong with it. */
export function Field({ field, label, hint, error = null, check, children }: FieldProps) {
  const id = useId();
  const { wrong, clear } = useChecked(id, { field, check: () => error ?? check?.() ?? null });
  const said = error ?? wrong;
  const words = label ?? (field && LABELS[field]);
  const help = field && HELP[field];
  const described = [hint && `${id}-hint`, said && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field" onInput={clear}>
      <div class="labelled">
        <label for={id}>{words}</label>
        {help && words && <HelpLink to={help} what={words} />}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': said ? 'true' : undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {said && (
        <p class="wrong" id={`${id}-error`} role="alert">
          {said}
        </p>
      )}
    </div>
  );
}

/** Leads to where the documentation explains `what`, beside a form that is being filled in. */
function HelpLink({ to, what }: { to: string; what: string }) {
  return (
    <a class="help" href={`/docs/${to}`} target="_blank" title="What is this?">
      <span aria-hidden="true">?</span>
      <span class="unseen">Help: {what}</span>
    </a>
  );
}

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
