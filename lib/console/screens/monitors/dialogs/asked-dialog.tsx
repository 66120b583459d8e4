import { useEffect } from 'preact/hooks';
import { asked, closeAsked } from './open-dialog.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

const DIALOGS = { pause: PauseDialog, tags: TagsDialog, delete: DeleteDialog };

/** The dialog that is open, if one is; it closes with the list. */
export function Asked() {
  useEffect(() => closeAsked, []);
  if (asked.value === null) return null;
  const { what, monitors } = asked.value;
  const Shown = DIALOGS[what];
  return <Shown monitors={monitors} />;
}
