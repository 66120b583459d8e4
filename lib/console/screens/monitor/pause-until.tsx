import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';

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
        <TextField
          label="Day and time"
          hint="At most 30 days ahead, by your clock."
          text={until}
          input={{ type: 'datetime-local' }}
        />
      </Form>
    </Dialog>
  );
}
