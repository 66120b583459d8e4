import { ask } from '../../api/call.ts';
import { heldRemote } from '../../api/remote.ts';
import { place } from '../../router.ts';
import { now } from '../../state/clock.ts';
import type { Monitor } from './monitor.ts';

interface AllMonitors {
  monitors: readonly Monitor[];
  /** False while further pages are on their way for the first time. */
  isWhole: boolean;
  /** What the service said of each page, by the cursor that it was asked with: what is shown and its tags are as one. */
  pages: ReadonlyMap<string, Page>;
}

interface Page {
  etag: string | null;
  monitors: readonly Monitor[];
  next: string | undefined;
}

/** The first page is small, so that there is something to see on a slow network; the others have 500 monitors. */
const FIRST_PAGE = 50;
/** An owner with more than this is shown so many. */
const PAGES_MAX = 40;

/** A first ping is awaited of what is new, and not of what has waited for days. */
const AWAITED_MS = 3_600_000;

/** All monitors of whoever looks. Each page is asked for with the tag of what is known of it. */
export const allMonitors = heldRemote<AllMonitors>(readAll, {
  isAwaited: ({ monitors }) =>
    place.value.path === '/app' &&
    monitors.some(({ state, created_at: at }) => state === 'waiting' && now() - Date.parse(at) < AWAITED_MS),
});

async function readAll(known: AllMonitors | null, show: (part: AllMonitors) => void): Promise<AllMonitors> {
  const monitors: Monitor[] = [];
  const pages = new Map<string, Page>();
  let isSame = known?.isWhole === true;
  for (let cursor: string | undefined = ''; cursor !== undefined && pages.size < PAGES_MAX;) {
    const had: Page | undefined = known?.pages.get(cursor);
    const page = await readPage(cursor, had);
    pages.set(cursor, page);
    isSame &&= page === had;
    monitors.push(...page.monitors);
    cursor = page.next;
    if (!known && cursor !== undefined) show({ monitors: [...monitors], isWhole: false, pages });
  }
  return isSame && known ? known : { monitors, isWhole: true, pages };
}

async function readPage(cursor: string, had: Page | undefined): Promise<Page> {
  const query = cursor === '' ? { limit: FIRST_PAGE } : { cursor };
  const answer = await ask<'listMonitors'>('listMonitors', { query }, had?.etag ? { etag: had.etag } : {});
  if (answer.same && had) return had;
  if (answer.same) throw new Error('A page was answered as known that was not.');
  const { endpoints, next_cursor: next } = answer.value;
  return { etag: answer.etag, monitors: endpoints, next };
}
