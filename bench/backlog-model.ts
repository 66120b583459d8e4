/** A check that finds more due than its tick gets through. Durations in seconds. */
export interface Backlog {
  due: number;
  shards: number;
  /** Items that one run works off a second. */
  perSec: number;
  /** Runs that go on with shards at the same time. */
  workers: number;
  tickSec: number;
  shardSec: number;
  /** From the end of a run to the begin of the one that takes its message. */
  handOverSec: number;
}

export interface Worked {
  /** When the last item was recorded and put on the queue. */
  doneSec: number;
  runs: number;
}

/** The tick works on all shards side by side; then each free worker takes the shard that waits longest, for a turn. */
export function simulateBacklog(backlog: Backlog): Worked {
  const { due, shards, perSec, workers, tickSec, shardSec, handOverSec } = backlog;
  if (due <= perSec * tickSec) return { doneSec: due / perSec, runs: 1 };
  const waiting = Array.from({ length: shards }, () => (due - perSec * tickSec) / shards);
  const freeAt = Array.from({ length: workers }, () => tickSec + handOverSec);
  let doneSec = tickSec;
  let runs = 1;
  for (let left = waiting.shift(); left !== undefined; left = waiting.shift()) {
    const worker = freeAt.indexOf(Math.min(...freeAt));
    const lasts = Math.min(shardSec, left / perSec);
    const endsAt = (freeAt[worker] ?? 0) + lasts;
    freeAt[worker] = endsAt + handOverSec;
    doneSec = Math.max(doneSec, endsAt);
    runs += 1;
    if (left > lasts * perSec) waiting.push(left - lasts * perSec);
  }
  return { doneSec, runs };
}

/** Seconds until so many alerts are delivered, when batches of ten are worked off so many at a time without a pause. */
export function deliverySec(
  alerts: number,
  { atOnce, batchSec }: { atOnce: number; batchSec: number },
): number {
  return Math.ceil(alerts / 10 / atOnce) * batchSec;
}
