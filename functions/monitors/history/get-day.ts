import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listEvents } from '../../../lib/data/monitors/history.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { dayAfter } from '../../../lib/domain/calendar.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { jobDay, type ToldRun } from '../../../lib/domain/monitors/day/job-day.ts';
import { dateIn, dayIn, type Stretch } from '../../../lib/domain/monitors/day/planned.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { isThreshold } from '../../../lib/domain/monitors/threshold-reading.ts';
import { hasTags, tagsIn } from '../../../lib/domain/monitors/settings/tags.ts';
import { ianaZone } from '../../../lib/domain/schedule/iana-zone.ts';
import { sideBySide } from '../../../lib/flows/concurrently.ts';
import { listCursor, listPositionOf } from '../../../lib/flows/list-position.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { jobDayView } from '../../../lib/render/monitors/day-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';

const AT_ONCE = 10;

export const getDay: Handle<typeof catalogue.getDay> = async (ctx, { query }) => {
  const { spaces } = ctx.caller.owner;
  const tz = valueOrRefusal(ianaZone(query.tz ?? 'UTC'));
  const date = query.date ?? dateIn(tz, ctx.now);
  const day = dayNear(ctx, tz, date);
  const tags = query.tag?.flatMap(tagsIn);
  const list = JSON.stringify(['day', date, tz, tags]);
  const { monitors, next } = await monitorPage(ctx.table, spaces, {
    ...(query.cursor !== undefined && { from: listPositionOf(list, query.cursor, spaces) }),
    ...(tags && { isWanted: (monitor: Monitor) => hasTags(monitor, tags) }),
    limit: query.limit ?? LIMITS.dayMonitorsMax,
    now: ctx.now,
  });
  const jobs = monitors.filter((monitor) => monitor.active && !isThreshold(monitor));
  return {
    date,
    tz,
    from: isoOf(day.from),
    to: isoOf(day.to),
    endpoints: await sideBySide(jobs, AT_ONCE, (monitor) => dayOf(ctx, monitor, day)),
    ...(next && { next_cursor: listCursor(list, next) }),
  };
};

/** Throws 400 for a day of which nothing is kept, and for one that no schedule is followed to. */
function dayNear({ now }: Ctx, tz: string, date: string): Stretch {
  const today = dateIn(tz, now);
  const first = dayAfter(today, -LIMITS.eventRetentionDays);
  const last = dayAfter(today, LIMITS.occurrenceSearchDays);
  if (date >= first && date <= last) return dayIn(tz, date);
  throw new Refusal('consulta_invalida', `date must be from ${first} to ${last}; got ${date}.`);
}

async function dayOf({ table, now }: Ctx, monitor: Monitor, day: Stretch) {
  // A run may end after the day that it began on: twice what the last one took is looked behind its end.
  const endAt = day.to + 2 * (monitor.lastDurationMs ?? 0);
  const events = await listEvents(table, monitor, {
    limit: LIMITS.dayEventsMax,
    before: Math.min(endAt, now + 1),
    now,
  });
  const runs = [...monitor.runs.toReversed().map(openRun), ...events.flatMap(endedRun)];
  const since = events.at(-1)?.at ?? null;
  const isCut = events.length === LIMITS.dayEventsMax && since !== null && since >= day.from;
  return jobDayView(monitor, jobDay(monitor, day, { runs, since }, now), isCut);
}

function openRun({ startedAt }: Monitor['runs'][number]): ToldRun {
  return { outcome: 'running', startedAt, endedAt: null };
}

function endedRun({ kind, at, durationMs }: MonitorEvent): ToldRun[] {
  if (kind !== 'ping' && kind !== 'fail') return [];
  const outcome = kind === 'fail' ? 'fail' : 'success';
  return [{ outcome, startedAt: durationMs === null ? null : at - durationMs, endedAt: at }];
}
