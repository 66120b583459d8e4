import type { Instant } from '../instant.ts';
import type { LiveGroup } from './live.ts';

/** The last numbers of a channel, by group and field (`live.ts`). */
export type Live = Readonly<Partial<Record<LiveGroup, Readonly<Record<string, number>>>>>;

/** What one push says in our words. */
export interface Mapped {
  /** Numbers that are good by themselves. */
  live: Live;
  /** Sums that only ever grow, by `<group>.<field>`: with those of the push before they make a rate. */
  counters: Readonly<Record<string, number>>;
}

/** What is kept of the pushes of a channel: one item, replaced by each. */
export interface Snapshot {
  /** Of the credential it was sent with. */
  credentialHash: string;
  /** Of the first and the last push with this credential. */
  firstAt: Instant;
  at: Instant;
  live: Live;
  counters: Readonly<Record<string, number>>;
}
