import type { DuePlace } from '../../lib/data/due.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';

/**
 * Puts shards that a run could not finish on the queue, to be gone on with at once; only once they are let go of, since
 * whoever takes the message wants to work on them. Returns how many were not taken; the next tick begins those anew.
 */
export async function leaveRest(
  deps: CheckerDeps,
  rest: readonly DuePlace[],
  since: Instant,
): Promise<number> {
  if (rest.length === 0) return 0;
  try {
    await deps.checks.send(rest.map((place) => ({ kind: 'shard', ...place, since })));
    return 0;
  } catch (error) {
    deps.log.error('rest_not_queued', error, { shards: rest.length });
    return rest.length;
  }
}
