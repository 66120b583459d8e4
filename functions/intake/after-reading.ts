import type { Instant } from '../../lib/domain/instant.ts';
import { moveWatched, watchedMoves } from '../../lib/flows/machines/record-sign-of-life.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';

/** What a push sets going beside its reading, at the instant it came: nothing of it fails the push. */
export type AfterReading = (monitorId: string, at: Instant) => Promise<void>;

/** A push is a sign of life to the monitor of a watched device. */
export function afterReading(deps: IntakeDeps): AfterReading {
  const moving = { ...deps, moves: watchedMoves() };
  return (monitorId, at) => moveWatched(moving, monitorId, at);
}
