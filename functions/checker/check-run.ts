import type { Instant } from '../../lib/domain/instant.ts';
import type { BlindWindow } from '../../lib/domain/outage/blind-window.ts';

/** What holds for the whole of one run. */
export interface CheckRun {
  now: Instant;
  /** Oldest first. */
  windows: readonly BlindWindow[];
  /** Asked before each item: false when nothing more may be begun. */
  hasTime(): boolean;
  /** Items of one shard that are worked off side by side. */
  atOnce: number;
}
