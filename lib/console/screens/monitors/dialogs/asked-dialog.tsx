import { useEffect } from 'preact/hooks';
import { asked, closeAsked } from './open-dialog.ts';
import { TagsDialog } from './tags-dialog.tsx';
import { PauseUntil } from '../../../parts/pause-until.tsx';
import { pause, removeAtOnce } from '../changes/actions.ts';
import type { Monitor } from '../monitor.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';

const DIALOGS = { pause: PauseDialog, tags: TagsDialog, delete: DeleteDialog };

/** The dialog that is open, if one is; it closes with the list. */
export function Asked() {
  useEffect(() => closeAsked, []);
  if (asked.value === null) return null;
  const { what, monitors } = asked.value;
  const Shown = DIALOGS[what];
  return <Shown monitors={monitors} />;
}

/** Asks until when monitors are paused. */
export function PauseDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const pauseAll = (until: number) => {
    closeAsked();
    return pause(monitors, until);
  };
  const what = monitors.length === 1 ? `${monitors[0]?.name}` : `${monitors.length} monitors`;
  return <PauseUntil what={what} onPause={pauseAll} onClose={closeAsked} />;
}

/** Asks before more monitors are deleted than can wait for an undo. */
export function DeleteDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const words = `Delete ${monitors.length} monitors`;
  const remove = () => {
    closeAsked();
    void removeAtOnce(monitors);
  };
  return (
    <Dialog title={`${words}?`} onClose={closeAsked}>
      <p>This cannot be undone. Their jobs are no longer monitored.</p>
      <div class="actions">
        <Button kind="danger" onClick={remove}>
          {words}
        </Button>
        <Button onClick={closeAsked}>Cancel</Button>
      </div>
    </Dialog>
  );
}
