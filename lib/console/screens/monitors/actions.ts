import { signal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { csrfToken } from '../../api/csrf.ts';
import type { Input } from '../../api/operations.ts';
import { now } from '../../state/clock.ts';
import { tell } from '../../state/toasts.ts';
import { undoable } from '../../state/undo.ts';
import { showAhead, unshow } from './ahead.ts';
import { allMonitors } from './all-monitors.ts';
import type { Monitor } from './monitor.ts';
import { runMany } from './run-many.ts';
import { select } from './selection.ts';

type Change = Input<'patchMonitor'>['body'];

/** How far a change of many is; null while none is under way. */
export const progress = signal<{ doing: string; done: number; of: number } | null>(null);

/** What the last change could not do, by the names of the monitors. */
export const failures = signal<readonly { id: string; name: string; why: string }[]>([]);

export function pause(monitors: readonly Monitor[], until: number): Promise<void> {
  const iso = new Date(until).toISOString();
  return change(monitors, 'Paused', () => ({ paused_until: iso }));
}

export function pauseFor(monitors: readonly Monitor[], sec: number): Promise<void> {
  return pause(monitors, now() + sec * 1000);
}

export function resume(monitors: readonly Monitor[]): Promise<void> {
  return change(monitors, 'Resumed', () => ({ paused_until: null }));
}

export function retag(
  monitors: readonly Monitor[],
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const tagsOf = ({ tags }: Monitor) => [
    ...new Set([...tags.filter((tag) => !removed.includes(tag)), ...added]),
  ];
  return change(monitors, 'Tagged', (monitor) => ({ tags: tagsOf(monitor) }));
}

/** Shows a change at once, has it made, and shows what the service says of each. `did` is what is told of it. */
async function change(
  monitors: readonly Monitor[],
  did: string,
  changeOf: (monitor: Monitor) => Change & Partial<Monitor>,
): Promise<void> {
  showAhead(monitors.map((monitor) => [monitor.id, expected(monitor, changeOf(monitor))]));
  const failed = await each(monitors, did, async (monitor) => {
    const answer = await call('patchMonitor', { params: { id: monitor.id }, body: changeOf(monitor) });
    showAhead([[monitor.id, answer]]);
  });
  if (failed === 0) tell(`${did} ${named(monitors)}.`);
}

/** How a monitor will stand, as far as it can be known before the service says it. */
function expected(monitor: Monitor, changed: Change & Partial<Monitor>): Partial<Monitor> {
  if (changed.paused_until === undefined) return changed;
  if (changed.paused_until !== null) return { ...changed, state: 'paused' };
  const state = monitor.waiting_first_ping ? 'waiting' : monitor.overdue ? 'late' : 'ok';
  return { ...changed, state };
}

/** Takes monitors from the list; the service is told ten seconds later. */
export function remove(monitors: readonly Monitor[]): void {
  const ids = monitors.map(({ id }) => id);
  showAhead(ids.map((id) => [id, null]));
  select(ids, false);
  // When the page is left there is no time to ask for it.
  void csrfToken().catch(() => undefined);
  undoable({
    text: `${named(monitors)} ${monitors.length === 1 ? 'is' : 'are'} deleted.`,
    send: () =>
      each(monitors, 'Deleted', ({ id }) => call('deleteMonitor', { params: { id } }, { keepalive: true })),
    revert: () => unshow(ids),
  });
}

/** Does something with each, and reads the list anew. Returns how many it could not be done with. */
async function each(
  monitors: readonly Monitor[],
  doing: string,
  work: (monitor: Monitor) => Promise<unknown>,
): Promise<number> {
  const failed: { id: string; name: string; why: string }[] = [];
  let done = 0;
  const note = () => {
    progress.value = monitors.length > 1 ? { doing, done, of: monitors.length } : null;
  };
  note();
  failures.value = [];
  const onEnd = ({ id, name }: Monitor, error: unknown) => {
    done += 1;
    note();
    if (error === undefined) return;
    const why = error instanceof ApiError ? error.message : 'It did not work.';
    failed.push({ id, name, why });
    unshow([id]);
  };
  // A page that is left has no next moment.
  const atOnce = document.visibilityState === 'hidden' ? monitors.length : undefined;
  await runMany(monitors, work, onEnd, atOnce);
  progress.value = null;
  failures.value = failed;
  await allMonitors.reload();
  unshow(monitors.map(({ id }) => id));
  return failed.length;
}

function named(monitors: readonly Monitor[]): string {
  return monitors.length === 1 ? `“${monitors[0]?.name}”` : `${monitors.length} monitors`;
}
