import { PauseUntil } from '../../../parts/pause-until.tsx';
import { pause } from '../changes/actions.ts';
import { closeAsked } from './open-dialog.ts';
import type { Monitor } from '../monitor.ts';

/** Asks until when monitors are paused. */
export function PauseDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const pauseAll = (until: number) => {
    closeAsked();
    return pause(monitors, until);
  };
  const what = monitors.length === 1 ? `${monitors[0]?.name}` : `${monitors.length} monitors`;
  return <PauseUntil what={what} onPause={pauseAll} onClose={closeAsked} />;
}
