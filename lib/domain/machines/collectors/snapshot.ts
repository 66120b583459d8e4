import type { Instant } from '../../instant.ts';
import { type LiveGroup, LIVE_FIELDS } from './live.ts';

/** A number and the second of it. */
export type Timed = readonly [value: number, atSec: number];

/** What one push says in our words. */
export interface Mapped {
  /** Numbers that are good by themselves, by `<group>.<field>`. */
  values: Readonly<Record<string, number>>;
  /**
   * Sums that only ever grow, by `<group>.<field>|<instance>`, each with the second of it, by the machine's clock where its
   * wire says that: with those of a push before they make a rate.
   */
  counters: Readonly<Record<string, Timed>>;
}

/** What is kept of the pushes of a channel: one item, replaced by each. */
export interface Snapshot {
  /** Of the credential it was sent with. */
  credentialHash: string;
  /** Of the first and the last push with this credential. */
  firstAt: Instant;
  at: Instant;
  /** The numbers that are shown, by `<group>.<field>`, each with the second it came in. */
  values: Readonly<Record<string, Timed>>;
  counters: Mapped['counters'];
}

/** The last numbers of a channel, by group and field (`live.ts`), as programs get them too. */
export type Live = Readonly<Partial<Record<LiveGroup, Readonly<Record<string, number>>>>>;

/** What did not come for so long is not shown any more: a push may bring a part of the numbers only. */
export const SHOWN_SEC = 600;

const GROUPS = Object.keys(LIVE_FIELDS) as LiveGroup[];

/** The numbers of a channel's groups that are young enough; a group without any is absent. */
export function liveOf(
  snapshot: Pick<Snapshot, 'values'> | undefined,
  now: Instant,
  groups: readonly LiveGroup[] = GROUPS,
): Live {
  const live: Partial<Record<LiveGroup, Record<string, number>>> = {};
  for (const group of groups)
    for (const { id } of LIVE_FIELDS[group]) {
      const [value, atSec] = snapshot?.values[`${group}.${id}`] ?? [];
      if (value === undefined || atSec === undefined || now / 1000 - atSec > SHOWN_SEC) continue;
      (live[group] ??= {})[id] = value;
    }
  return live;
}
