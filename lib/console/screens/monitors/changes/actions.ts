import { call } from '../../../api/call.ts';
import type { Input } from '../../../api/operations.ts';
import { now } from '../../../state/clock.ts';
import { showToast } from '../../../state/toasts.ts';
import { UNDO_MAX, undoable } from '../../../state/undo.ts';
import { showAhead, type Ahead } from './optimistic-changes.ts';
import { asked } from '../dialogs/open-dialog.ts';
import { changeMany } from './change-many.ts';
import type { Monitor } from '../monitor.ts';
import { select } from '../selection.ts';

type Change = Input<'patchMonitor'>['body'];

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

/** Lets the channels of the owner speak for monitors, or keeps them silent. */
export function letChannelsSpeak(monitors: readonly Monitor[], isOn: boolean): Promise<void> {
  const did = `Turned channels ${isOn ? 'on' : 'off'} for`;
  return change(monitors, did, () => ({ alert_channels: isOn }));
}

/** Shows a change at once, has it made, and shows what the service says of each. `did` is what is told of it. */
async function change(
  monitors: readonly Monitor[],
  did: string,
  changeOf: (monitor: Monitor) => Change & Partial<Monitor>,
): Promise<void> {
  const ahead = showAhead(monitors.map((monitor) => [monitor.id, expected(monitor, changeOf(monitor))]));
  const failed = await changeMany(monitors, { did, ahead }, async (monitor) => {
    const answer = await call('patchMonitor', { params: { id: monitor.id }, body: changeOf(monitor) });
    ahead.set(monitor.id, { ...expected(monitor, changeOf(monitor)), ...answer });
  });
  if (failed === 0) showToast(`${did} ${named(monitors)}.`);
}

/** How a monitor will stand, as far as it can be known before the service says it. */
function expected(monitor: Monitor, changed: Change & Partial<Monitor>): Partial<Monitor> {
  if (changed.alert_channels === false) return { ...changed, channel_ids: [] };
  if (changed.paused_until === undefined) return changed;
  if (changed.paused_until !== null) return { ...changed, state: 'paused' };
  const state = monitor.waiting_first_ping ? 'waiting' : monitor.overdue ? 'late' : 'ok';
  return { ...changed, state };
}

/** Takes monitors from the list; the service is told ten seconds later. More than can wait are asked about first. */
export function remove(monitors: readonly Monitor[]): void {
  if (monitors.length > UNDO_MAX) {
    asked.value = { what: 'delete', monitors };
    return;
  }
  const ahead = hide(monitors);
  undoable({
    text: `${named(monitors)} ${monitors.length === 1 ? 'is' : 'are'} deleted.`,
    calls: monitors.length,
    send: () => sendDeletions(monitors, ahead),
    revert: ahead.end,
  });
}

/** Deletes them now. */
export async function removeAtOnce(monitors: readonly Monitor[]): Promise<void> {
  const failed = await sendDeletions(monitors, hide(monitors));
  if (failed === 0) showToast(`Deleted ${named(monitors)}.`);
}

function hide(monitors: readonly Monitor[]): Ahead {
  const ids = monitors.map(({ id }) => id);
  select(ids, false);
  return showAhead(ids.map((id) => [id, null]));
}

function sendDeletions(monitors: readonly Monitor[], ahead: Ahead): Promise<number> {
  return changeMany(monitors, { did: 'Deleted', ahead }, ({ id }) =>
    call('deleteMonitor', { params: { id } }, { keepalive: true }),
  );
}

function named(monitors: readonly Monitor[]): string {
  return monitors.length === 1 ? `“${monitors[0]?.name}”` : `${monitors.length} monitors`;
}
