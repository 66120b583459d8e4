import { ask } from '../../api/call.ts';
import { heldRemote } from '../../api/remote.ts';
import { now } from '../../state/clock.ts';
import type { Monitor } from './monitor.ts';

interface AllMonitors {
  monitors: readonly Monitor[];
  /** False while further pages are on their way for the first time. */
  isWhole: boolean;
}

/** The first page is small, so that there is something to see on a slow network; the others have 500 monitors. */
const FIRST_PAGE = 50;
/** An owner with more than this is shown so many. */
const PAGES_MAX = 40;

/** A first ping is awaited of what is new, and not of what has waited for days. */
const AWAITED_MS = 3_600_000;

/** What the service last said of each page, by the cursor that it was asked with. */
const pages = new Map<
  string,
  { etag: string | null; monitors: readonly Monitor[]; next: string | undefined }
>();

/** All monitors of whoever looks. Each page is asked for with the tag of what is known of it. */
export const allMonitors = heldRemote<AllMonitors>(readAll, {
  isAwaited: ({ monitors }) =>
    monitors.some(({ state, created_at: at }) => state === 'waiting' && now() - Date.parse(at) < AWAITED_MS),
});

async function readAll(known: AllMonitors | null, show: (part: AllMonitors) => void): Promise<AllMonitors> {
  const monitors: Monitor[] = [];
  const cursors = new Set<string>();
  let isSame = known?.isWhole === true;
  for (let cursor: string | undefined = ''; cursor !== undefined && cursors.size < PAGES_MAX;) {
    const { page, isNew } = await readPage(cursor);
    cursors.add(cursor);
    isSame &&= !isNew;
    monitors.push(...page.monitors);
    cursor = page.next;
    if (!known && cursor !== undefined) show({ monitors: [...monitors], isWhole: false });
  }
  for (const cursor of pages.keys()) if (!cursors.has(cursor)) pages.delete(cursor);
  return isSame && known ? known : { monitors, isWhole: true };
}

async function readPage(cursor: string) {
  const had = pages.get(cursor);
  const query = cursor === '' ? { limit: FIRST_PAGE } : { cursor };
  const answer = await ask<'listMonitors'>('listMonitors', { query }, had?.etag ? { etag: had.etag } : {});
  if (answer.same && had) return { page: had, isNew: false };
  if (answer.same) throw new Error('A page was answered as known that was not.');
  const { endpoints, next_cursor: next } = answer.value;
  const page = { etag: answer.etag, monitors: endpoints, next };
  pages.set(cursor, page);
  return { page, isNew: true };
}
