import type { Instant } from '../../../../../lib/domain/instant.ts';

/** What the owner of a simulated monitor chose. */
export interface Rules {
  /** The tolerated silence, or the gap between two scheduled runs. */
  everySec: number;
  /** Null for an interval; otherwise runs fall on `offsetSec` past each multiple of `everySec`, in UTC. */
  schedule: { cron: string; offsetSec: number; graceSec: number } | null;
  maxDurationSec: number | null;
  alertRepeatSec: number | null;
  alertAfterFailures: number;
}

/** What an owner may change later. */
export type Changed = Partial<
  Pick<Rules, 'everySec' | 'maxDurationSec' | 'alertRepeatSec' | 'alertAfterFailures'>
>;

/** Everything that happened to a monitor, in the order in which it came to pass. */
export type Entry =
  | { kind: 'ping' | 'start' | 'fail'; at: Instant; rid: string | null }
  | { kind: 'pause'; at: Instant; until: Instant | null }
  | { kind: 'change'; at: Instant; changed: Changed }
  | { kind: 'delete'; at: Instant }
  | { kind: 'check'; at: Instant };
