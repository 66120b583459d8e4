import type { Instant } from '../../lib/domain/instant.ts';
import { thresholdJudge, type JudgeThresholds } from '../../lib/flows/machines/judge-thresholds.ts';
import { moveWatched, watchedMoves } from '../../lib/flows/machines/record-sign-of-life.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';

/** What a push sets going beside its reading: nothing of it fails the push. */
export interface AfterReading {
  /** A push is a sign of life to the monitor of a watched device, at the instant it came. */
  move: (monitorId: string, at: Instant) => Promise<void>;
  /** Its numbers are held against the thresholds of the device. */
  judge: JudgeThresholds;
}

export function afterReading(deps: IntakeDeps): AfterReading {
  const moving = { ...deps, moves: watchedMoves() };
  return { move: (monitorId, at) => moveWatched(moving, monitorId, at), judge: thresholdJudge(deps) };
}
