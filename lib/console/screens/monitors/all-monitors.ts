import { watchedRemote } from '../../api/remote.ts';
import { areSame, readTagged, type TaggedPage } from '../../api/whole.ts';
import { place } from '../../router.ts';
import { now } from '../../state/clock.ts';
import type { Monitor } from './monitor.ts';

interface AllMonitors {
  monitors: readonly Monitor[];
  /** False while further pages are on their way for the first time. */
  isWhole: boolean;
  /** What the service said of each page: what is shown and its tags are as one. */
  pages: readonly Page[];
}

type Page = TaggedPage<'listMonitors'>;

/** The first page is small, so that there is something to see on a slow network; the others have 500 monitors. */
const FIRST_PAGE = 50;
/** An owner with more than this is shown so many. */
const PAGES_MAX = 40;

/** A first ping is awaited of what is new, and not of what has waited for days. */
const AWAITED_MS = 3_600_000;

/** All monitors of whoever looks. Each page is asked for with the tag of what is known of it. */
export const allMonitors = watchedRemote<AllMonitors>(readAll, {
  isAwaited: ({ monitors }) =>
    place.value.path === '/app' &&
    monitors.some(({ state, created_at: at }) => state === 'waiting' && now() - Date.parse(at) < AWAITED_MS),
});

async function readAll(known: AllMonitors | null, show: (part: AllMonitors) => void): Promise<AllMonitors> {
  const had = known?.pages ?? [];
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const input = cursor === undefined ? { query: { limit: FIRST_PAGE } } : {};
    const before = had.find((page) => page.cursor === cursor);
    const page: Page = await readTagged({ name: 'listMonitors', input }, cursor, before);
    pages.push(page);
    cursor = page.value.next_cursor;
    if (!known && cursor !== undefined) show(shownOf([...pages], false));
  } while (cursor !== undefined && pages.length < PAGES_MAX);
  return known?.isWhole && areSame(pages, had) ? known : shownOf(pages, true);
}

function shownOf(pages: readonly Page[], isWhole: boolean): AllMonitors {
  return { monitors: pages.flatMap(({ value }) => value.endpoints), isWhole, pages };
}
