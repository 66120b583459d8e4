import { asked } from './asked.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** The dialog that is open, if one is. */
export function Asked() {
  if (asked.value === null) return null;
  const { what, monitors } = asked.value;
  return what === 'pause' ? <PauseDialog monitors={monitors} /> : <TagsDialog monitors={monitors} />;
}
