import { getPace, noteTaken, replacePace, slowPace, takePlaces } from '../../data/alerts/paces.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, type Table } from '../../data/table.ts';
import {
  gapOnceTaken,
  idlePace,
  isForgotten,
  isIdle,
  isRefusingAll,
  mayGoAt,
  reachedAt,
  slowed,
  type Pace,
  type PaceRefusal,
} from '../../domain/alerts/pace.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import type { PacedRecipient } from './paced-recipient.ts';

/** What a message takes in the line of its recipient. */
export interface WantedPlace {
  /** The place that it has; null when it has none. */
  place: number | null;
  /** How many sendings it is. */
  count: number;
  /** How far ahead it may wait. */
  aheadMs: number;
}

/** Whether a message may go now, or when; null where the line is too long. `pace` is what was known of the recipient. */
export type LineTurn = { goAt: Instant | null; place: number | null; pace: Pace | undefined } | null;

type LineDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** When a message may go to its recipient; `goAt` null is now. One that has to wait keeps its place until it went. */
export async function turnInLine(
  { table, clock }: LineDeps,
  recipient: PacedRecipient,
  wanted: WantedPlace,
): Promise<LineTurn> {
  const now = clock.now();
  const known = await paceFor(table, recipient, wanted);
  const isFree = known === undefined || isForgotten(known, now);
  if ((isFree && !recipient.hasRate) || (known && isRefusingAll(known, now)))
    return { goAt: null, place: wanted.place, pace: known };
  const taken =
    known && hasPlace(known, wanted.place)
      ? { pace: known, place: wanted.place }
      : await takeOf(table, recipient, { ...wanted, now, known });
  if (taken === null) return null;
  const goAt = mayGoAt(taken.pace, taken.place, recipient);
  return { goAt: goAt > now ? goAt : null, ...taken };
}

/** A place may be newer than what was so a moment ago. */
async function paceFor(
  table: Table,
  { id }: PacedRecipient,
  { place }: WantedPlace,
): Promise<Pace | undefined> {
  const known = await getPace(table, id, { consistent: false });
  return known && place !== null && !hasPlace(known, place) ? getPace(table, id) : known;
}

/** Whether a place is one of this line: that of a recipient that was changed since may be far behind its end. */
function hasPlace({ next }: Pace, place: number | null): place is number {
  return place !== null && place < next;
}

type Taking = WantedPlace & { now: Instant; known: Pace | undefined };

async function takeOf(
  table: Table,
  recipient: PacedRecipient,
  { count, aheadMs, now, known }: Taking,
): Promise<{ pace: Pace; place: number } | null> {
  const { id } = recipient;
  return retryOnConflict(async (lost) => {
    const before = lost ? await getPace(table, id) : known;
    if (before && !isIdle(before, now)) {
      const last = Math.floor(reachedAt(before, now + aheadMs));
      const pace = await takePlaces(table, id, { count, last, now });
      return pace && { pace, place: pace.next - count };
    }
    const idle = idlePace(before, recipient, now);
    const pace = { ...idle, next: idle.next + count };
    if (!(await replacePace(table, id, { before, after: pace }))) throw new WriteConflict();
    return { pace, place: idle.next };
  });
}

/**
 * Notes that a recipient refused for its pace. Returns when what was refused may go again, by which place; `isFailing` once
 * it has taken nothing for so long that the refusal is a failure.
 */
export async function refusedInLine(
  { table, clock }: LineDeps,
  recipient: PacedRecipient,
  refusal: Omit<PaceRefusal, 'now'> & Pick<WantedPlace, 'count' | 'aheadMs'>,
): Promise<{ goAt: Instant; place: number; isFailing: boolean } | null> {
  const now = clock.now();
  const pace = await slow(table, recipient, { ...refusal, now });
  const { count, aheadMs, place } = refusal;
  const taken = hasPlace(pace, place)
    ? { pace, place }
    : await takeOf(table, recipient, { place: null, count, aheadMs, now, known: pace });
  return (
    taken && {
      goAt: mayGoAt(taken.pace, taken.place, recipient),
      place: taken.place,
      isFailing: isRefusingAll(pace, now),
    }
  );
}

async function slow(table: Table, { id, ...recipient }: PacedRecipient, refusal: PaceRefusal): Promise<Pace> {
  return retryOnConflict(async () => {
    const before = await getPace(table, id);
    const after = slowed(before, refusal, recipient);
    if (after !== before && !(await slowPace(table, id, { before, after }))) throw new WriteConflict();
    return after;
  });
}

/** Notes that a recipient that had refused takes messages again. */
export async function takenInLine(
  table: Table,
  { id, ...recipient }: PacedRecipient,
  pace: Pace | undefined,
): Promise<void> {
  if (pace?.refusedSince == null) return;
  await noteTaken(table, id, { refusedSince: pace.refusedSince, gapMs: gapOnceTaken(pace, recipient) });
}
