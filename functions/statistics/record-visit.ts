import type { catalogue } from '../../lib/contract/catalogue.ts';
import { addCounts } from '../../lib/data/statistics/day-counts.ts';
import { dayOf } from '../../lib/domain/calendar.ts';
import { pageOf } from '../../lib/domain/statistics/visited-page.ts';
import { kindOfCaller } from '../../lib/domain/statistics/visitor-kind.ts';
import type { Handle, Input } from '../../lib/runtime/context.ts';
import { isNewVisitor } from './new-visitor.ts';

type Visit = Input<typeof catalogue.recordVisit>;

/** Counts a visit: the answer comes once it is written. */
export const recordVisit: Handle<typeof catalogue.recordVisit> = async ({ table, now, from }, visit) => {
  if (isTest(visit)) return { ok: true, counted: false, reason: 'smoke' };
  const day = dayOf(now);
  const userAgent = visit.headers['user-agent'] ?? '';
  const kind = kindOfCaller(userAgent);
  const isNew = await isNewVisitor(table, day, { address: from?.address ?? '', userAgent, kind });
  await addCounts(table, day, {
    [`visits_${kind}`]: 1,
    ...(isNew && { [`visitors_${kind}`]: 1 }),
    ...(kind === 'person' && { [`pages_${pageOf(visit.body.p)}`]: 1 }),
  });
  return { ok: true, counted: true };
};

/** SPEC.md "Contact, reporting and statistics": three marks, each enough. */
function isTest({ body, headers }: Visit): boolean {
  const isMarked = headers['x-mm-smoke'] !== undefined || body.smoke === true;
  return isMarked || /\bmm-smoke\b/i.test(headers['user-agent'] ?? '');
}
