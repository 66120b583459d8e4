import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { now } from '../../state/clock.ts';
import { pause } from './actions.ts';
import { closeAsked } from './asked.ts';
import { localInput } from './local-input.ts';
import type { Monitor } from './monitor.ts';

const DAY_MS = 86_400_000;

/** Asks until when monitors are paused, in the zone of the person. */
export function PauseDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const until = useSignal(localInput(now() + DAY_MS));
  const wrong = useSignal<string | null>(null);
  const submit = async () => {
    const at = new Date(until.value).getTime();
    if (!(at > now())) {
      wrong.value = 'It has to be a moment that is still to come.';
      return;
    }
    closeAsked();
    await pause(monitors, at);
  };
  return (
    <Dialog
      title={`Pause ${monitors.length === 1 ? monitors[0]?.name : `${monitors.length} monitors`}`}
      onClose={closeAsked}
    >
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
