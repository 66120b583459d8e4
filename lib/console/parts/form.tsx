import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ApiError } from '../api/api-error.ts';
import { tellError } from '../state/toasts.ts';
import { Button } from './button.tsx';

interface FormProps {
  /** What is done; what the service refuses is said above the button, in its sentence. */
  onSubmit: () => Promise<unknown>;
  /** The words of the button. */
  submit: string;
  children: ComponentChildren;
}

/** Fields that are sent together, by the button or Enter, and once at a time. */
export function Form({ onSubmit, submit, children }: FormProps) {
  const isBusy = useSignal(false);
  const refusal = useSignal<string | null>(null);
  const run = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    refusal.value = null;
    try {
      await onSubmit();
    } catch (error) {
      if (error instanceof ApiError) refusal.value = error.message;
      else tellError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {children}
      {refusal.value !== null && (
        <p class="wrong" role="alert">
          {refusal.value}
        </p>
      )}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy.value}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
