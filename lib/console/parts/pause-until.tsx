import { useSignal } from '@preact/signals';
import { now } from '../state/clock.ts';
import { localInput } from '../words/local-input.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';

const DAY_MS = 86_400_000;

interface PauseUntilProps {
  /** What is paused: a name, or how many. */
  what: string;
  /** Given a moment that is still to come, in milliseconds. */
  onPause: (until: number) => Promise<void>;
  onClose: () => void;
}

/** Asks until when monitors are paused, in the zone of the person. */
export function PauseUntil({ what, onPause, onClose }: PauseUntilProps) {
  const until = useSignal(localInput(now() + DAY_MS));
  const wrong = useSignal<string | null>(null);
  const submit = async () => {
    const at = new Date(until.value).getTime();
    if (at > now()) await onPause(at);
    else wrong.value = 'It has to be a moment that is still to come.';
  };
  return (
    <Dialog title={`Pause ${what}`} onClose={onClose}>
      <Form submit="Pause" onSubmit={submit}>
        <TextField
          label="Until"
          hint="Nothing is checked and nobody is told until then; 30 days at most."
          error={wrong.value}
          text={until}
          input={{ type: 'datetime-local' }}
        />
      </Form>
    </Dialog>
  );
}
