import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { removeAtOnce } from '../changes/actions.ts';
import { closeAsked } from './open-dialog.ts';
import type { Monitor } from '../monitor.ts';

/** Asks before more monitors are deleted than can wait for an undo. */
export function DeleteDialog({ monitors }: { monitors: readonly Monitor[] }) {
  const words = `Delete ${monitors.length} monitors`;
  const remove = () => {
    closeAsked();
    void removeAtOnce(monitors);
  };
  return (
    <Dialog title={`${words}?`} onClose={closeAsked}>
      <p>So many are deleted at once, without an undo. Nothing watches their jobs from then on.</p>
      <div class="actions">
        <Button kind="danger" onClick={remove}>
          {words}
        </Button>
        <Button onClick={closeAsked}>Keep them</Button>
      </div>
    </Dialog>
  );
}
