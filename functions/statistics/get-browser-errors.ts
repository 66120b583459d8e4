import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { readErrorDay, readErrorTexts } from '../../lib/data/statistics/browser-error-days.ts';
import {
  overDays,
  groupsPageOf,
  errorPositionOf,
} from '../../lib/domain/statistics/browser-errors/error-groups.ts';
import { dayAfter, dayOf } from '../../lib/domain/calendar.ts';
import { ERROR_LIMITS } from '../../lib/domain/statistics/browser-errors/browser-error.ts';
import { cursorPosition, cursorText } from '../../lib/flows/list-page.ts';
import { browserErrorView } from '../../lib/render/statistics/browser-error-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { tellDropped, type ErrorMemory } from './error-memory.ts';

const position = z.tuple([z.number(), z.number(), z.string()]);

/** The errors of the last days: each once, whichever of the days it was met on. */
export const browserErrorReader =
  (memory: ErrorMemory): Handle<typeof catalogue.getBrowserErrors> =>
  async ({ table, now }, { query }) => {
    const { order = 'newest', limit = ERROR_LIMITS.pageDefault, cursor } = query;
    const listId = `browser errors ${order}`;
    const after = cursor === undefined ? undefined : cursorPosition(cursor, [listId], position).position;
    await tellDropped(memory, table, now);
    const days = await Promise.all(lastDays(now).map((day) => readErrorDay(table, day)));
    const page = groupsPageOf(overDays(days), order, { limit: limit + 1, ...(after && { after }) });
    const shown = page.slice(0, limit);
    const texts = await readErrorTexts(table, shown);
    const last = page.length > limit ? shown.at(-1) : undefined;
    return {
      days: days.map(({ day, groups, dropped }) => ({
        day,
        reports: groups.reduce((sum, { reports }) => sum + reports, 0),
        groups: groups.length,
        dropped,
      })),
      groups: shown.map((group) => browserErrorView(group, texts.get(group.id))),
      ...(last && { next_cursor: cursorText(listId, errorPositionOf(order, last)) }),
    };
  };

function lastDays(now: number): string[] {
  const today = dayOf(now);
  const { summaryDays: count } = ERROR_LIMITS;
  return Array.from({ length: count }, (_, index) => dayAfter(today, index + 1 - count));
}
