import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** What the control of a field has to carry. */
interface Control {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** Why what is in it cannot be taken; null where nothing is wrong. */
  error?: string | null;
  children: (control: Control) => JSX.Element;
}

/** A control with its label, a hint and what is wrong with it. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? 'true' : undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="wrong" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
