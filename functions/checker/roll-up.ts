import { ownerOfSpace, type Owner } from '../../lib/data/owners.ts';
import { addCounts } from '../../lib/data/statistics/day-counts.ts';
import { dayAfter, dayStart } from '../../lib/domain/calendar.ts';
import { eventsByDay, type EventsOfDay } from '../../lib/data/monitors/events-by-day.ts';
import { entriesUntil, putPingBlock } from '../../lib/data/monitors/ping-blocks.ts';
import { noteRolledUp } from '../../lib/data/monitors/monitors.ts';
import { putDays } from '../../lib/data/statistics/months.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { noteOf, type ProposalNote } from '../../lib/domain/monitors/noted-proposal.ts';
import { dayFigures } from '../../lib/domain/statistics/month-figures.ts';
import { daysToRollUp } from '../../lib/domain/statistics/roll-up.ts';
import { eventsToLookAt, proposalsIn } from '../../lib/flows/monitors/proposals.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

const AT_ONCE = 16;
/** Monitors whose pings a run counts together: a run that dies loses no more than theirs. */
const COUNTED_TOGETHER = 500;

/**
 * Rolls up the days of some monitors, a few side by side, while there is time: statistics must not need the events.
 * Called when all that was due is judged and told. Never throws: what failed is rolled up after the next visit.
 */
export async function rollUpAll(
  deps: CheckerDeps,
  run: CheckRun,
  monitors: readonly Monitor[],
): Promise<void> {
  const left = [...monitors];
  const faults: unknown[] = [];
  const noteFor = notesBy(deps, run, (fault) => void faults.push(fault));
  while (left.length > 0 && run.hasTime()) {
    const some = left.splice(0, COUNTED_TOGETHER);
    const counted: EventsOfDay[] = [];
    const workOff = async (): Promise<void> => {
      for (let each = some.shift(); each && run.hasTime(); each = some.shift()) {
        const days = await rollUp(deps, run, each, noteFor).catch(
          (error: unknown) => void faults.push(error),
        );
        counted.push(...(days ?? []));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workOff));
    await count(deps, counted).catch((error: unknown) => void faults.push(error));
  }
  if (faults.length > 0) deps.log.error('roll_up_failed', faults[0], { faults: faults.length });
}

/**
 * Days without a measured run are not written, so a month has none of them. What the list holds of days that are over is packed,
 * since a list has no end of its own. What its runs speak for is noted with them, for the list of its owner: it costs no
 * write more. Returns the days that were rolled up now.
 */
async function rollUp(
  { table }: CheckerDeps,
  { now }: CheckRun,
  monitor: Monitor,
  noteFor: NoteFor,
): Promise<EventsOfDay[]> {
  const asked = daysToRollUp(monitor, now);
  if (!asked) return [];
  const { days, to } = await eventsByDay(table, monitor, asked);
  const figures = days.flatMap(({ day, durationsMs }) => {
    const found = dayFigures(durationsMs);
    return found ? [{ day, figures: found }] : [];
  });
  for (const [month, some] of Map.groupBy(figures, ({ day }) => day.slice(0, 7)))
    await putDays(table, monitor, month, some);
  const over = entriesUntil(monitor.recent, dayStart(dayAfter(to)));
  await putPingBlock(table, monitor.id, over);
  const note = await noteFor(monitor);
  return (await noteRolledUp(table, monitor, { to, packed: over.length, note })) ? days : [];
}

/** What is noted of the proposals of a monitor. */
type NoteFor = (monitor: Monitor) => Promise<ProposalNote>;

/** Reads each owner once. What could not be worked out is reported and stays as it was noted. */
function notesBy(
  { table }: CheckerDeps,
  { now, path }: CheckRun,
  onFault: (fault: unknown) => void,
): NoteFor {
  const owners = new Map<string, Promise<Owner | undefined>>();
  return async (monitor) => {
    try {
      const asked = owners.get(monitor.spaceId) ?? ownerOfSpace(table, monitor.spaceId);
      owners.set(monitor.spaceId, asked);
      const [owner, events] = await Promise.all([asked, eventsToLookAt(table, monitor, now)]);
      return noteOf(proposalsIn(monitor, { events, windows: path.windows, owner }, now));
    } catch (fault) {
      onFault(fault);
      return monitor;
    }
  };
}

/**
 * Counts what was noted as rolled up, and so at most once: a ping that is lost from a number is a smaller fault than one that
 * never happened (decisions/044).
 */
async function count({ table }: CheckerDeps, counted: readonly EventsOfDay[]): Promise<void> {
  for (const [day, some] of Map.groupBy(counted, (each) => each.day)) {
    const pings = some.reduce((sum, { events }) => sum + events, 0);
    await addCounts(table, day, { pings, monitors: some.length });
  }
}
