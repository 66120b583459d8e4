import { signal, type Signal } from '@preact/signals';
import { ApiError } from '../../../api/api-error.ts';
import { place } from '../../../router.ts';
import { showToast } from '../../../state/toasts.ts';
import { UNDO_MAX } from '../../../state/undo.ts';
import { inWords } from '../../../words/wire-words.ts';
import { allMonitors } from '../all-monitors.ts';
import type { Ahead } from './optimistic-changes.ts';
import type { Monitor } from '../monitor.ts';
import { runMany } from './run-many.ts';

/** A change of many that is under way. */
interface Progress {
  /** Such as `Paused`. */
  did: string;
  done: Signal<number>;
  of: number;
}

export const progress = signal<readonly Progress[]>([]);

/** What the last changes could not do, by the names of the monitors. */
export const failures = signal<readonly { id: string; name: string; why: string }[]>([]);

/** Does something with each, which `ahead` shows as done already, and reads the list anew. Returns how many it could not be done with. */
export async function changeMany(
  monitors: readonly Monitor[],
  { did, ahead }: { did: string; ahead: Ahead },
  work: (monitor: Monitor) => Promise<unknown>,
): Promise<number> {
  const own: Progress = { did, done: signal(0), of: monitors.length };
  const failed: { id: string; name: string; why: string }[] = [];
  if (progress.value.length === 0) failures.value = [];
  progress.value = [...progress.value, own];
  if (own.of > UNDO_MAX) addEventListener('beforeunload', ask);
  const onEnd = ({ id, name }: Monitor, error: unknown) => {
    own.done.value += 1;
    if (error === undefined) return;
    failed.push({ id, name, why: error instanceof ApiError ? inWords(error.message) : 'That did not work.' });
    ahead.set(id, {});
  };
  await runMany(monitors, work, onEnd, globalThis);
  progress.value = progress.value.filter((each) => each !== own);
  if (progress.value.every(({ of }) => of <= UNDO_MAX)) removeEventListener('beforeunload', ask);
  if (failed.length > 0) tellFailed(failed);
  await allMonitors.reload();
  ahead.endWithout(allMonitors.error);
  return failed.length;
}

function tellFailed(failed: typeof failures.value): void {
  failures.value = [...failures.value, ...failed];
  if (place.value.path !== '/app')
    showToast('Some monitors could not be changed. The list says which and why.', { isError: true });
}

/** The browser asks whether to leave. */
function ask(event: Event): void {
  event.preventDefault();
}
