import { signal } from '@preact/signals';
import { undoable, type Undoable } from './undo.ts';

/** Ids of what is deleted as far as the person sees. The service never gives them to anything else. */
export const leaving = signal<ReadonlySet<string>>(new Set());

/** Deletes something that lists leave out from now on, with ten seconds to take it back. */
export function leave(id: string, deletion: Pick<Undoable, 'text' | 'send'> & Partial<Undoable>): void {
  leaving.value = new Set(leaving.value).add(id);
  undoable({
    ...deletion,
    revert: () => {
      leaving.value = new Set([...leaving.value].filter((each) => each !== id));
      deletion.revert?.();
    },
  });
}
