import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';

interface PauseUntilProps {
  onPause: (until: string) => Promise<void>;
  onClose: () => void;
}

/** Asks until when, in the person's zone. */
export function PauseUntil({ onPause, onClose }: PauseUntilProps) {
  const until = useSignal('');
  const pause = async () => {
    const at = Date.parse(until.value);
    await onPause(Number.isNaN(at) ? until.value : new Date(at).toISOString());
    onClose();
  };
  return (
    <Dialog title="Pause until" onClose={onClose}>
      <Form submit="Pause" onSubmit={pause}>
        <Field label="Day and time" hint="At most 30 days ahead, by your clock.">
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={until.value}
              onInput={({ currentTarget }) => {
                until.value = currentTarget.value;
              }}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
