import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { WireField } from '../../words/wire-words.ts';

/** A field of a form: its name on the wire, and what is wrong with it before it is sent. */
interface Checked {
  field: WireField | undefined;
  check: () => string | null;
}

/** What the fields of a form share with it. */
export interface FormState {
  fields: Map<string, Checked>;
  /** What is wrong with a field since it was sent, by the id of its control. */
  wrong: Signal<Readonly<Record<string, string>>>;
  isBusy: Signal<boolean>;
}

export const FormContext = createContext<FormState | null>(null);

/** Has the form around it, if there is one, check a field before it sends. Returns what is wrong, and what ends that. */
export function useChecked(id: string, checked: Checked): { wrong: string | null; clear: () => void } {
  const form = useContext(FormContext);
  useLayoutEffect(() => {
    form?.fields.set(id, checked);
    return () => form?.fields.delete(id);
  });
  return {
    wrong: form?.wrong.value[id] ?? null,
    clear: () => {
      if (!form || !(id in form.wrong.peek())) return;
      const { [id]: _mended, ...others } = form.wrong.peek();
      form.wrong.value = others;
    },
  };
}
