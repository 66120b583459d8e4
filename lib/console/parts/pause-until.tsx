import { useSignal } from '@preact/signals';
import { DAY_MS } from '../../domain/calendar.ts';
import { LIMITS } from '../../domain/limits.ts';
import { now } from '../state/clock.ts';
import { instantOf, localInput } from '../state/local-input.ts';
import { zone } from '../state/zone.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form/form.tsx';
import { TextField } from './form/text-field.tsx';

const DAYS_MAX = LIMITS.pauseMaxSec / 86_400;

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
  const at = () => instantOf(until.value);
  return (
    <Dialog title={`Pause ${what}`} onClose={onClose}>
      <Form submit="Pause" onSubmit={() => onPause(at())}>
        <TextField
          field="paused_until"
          hint={`Time in ${zone.value}. No checks and no alerts until then. At most ${DAYS_MAX} days.`}
          check={() => wrongIn(at())}
          text={until}
          input={{ type: 'datetime-local' }}
        />
      </Form>
    </Dialog>
  );
}

function wrongIn(at: number): string | null {
  if (!(at > now())) return 'This must be in the future.';
  return at <= now() + DAYS_MAX * DAY_MS ? null : `This must be within ${DAYS_MAX} days.`;
}
