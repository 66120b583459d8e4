import type { Instant } from '../instant.ts';
import type { AlertReason } from '../monitors/monitor.ts';
import type { DriftKind } from '../monitors/rhythm/proposal.ts';

/** A monitor's state in one word (SPEC.md "Monitor `state`"). */
export type FeedState = 'ok' | 'late' | 'waiting' | 'paused' | 'inactive';

/** What is wrong with a job, and since when it truly is. */
export interface FeedIncident {
  /** 1 for the first incident of the monitor. */
  number: number;
  reason: AlertReason;
  since: Instant;
}

/** What the feed may know of a monitor: no ingest id, no token, no address. */
export interface FeedMonitor {
  /** The dashboard label: 24 hex characters (DECISIONS.md "Identifiers and secrets"). */
  rowId: string;
  name: string;
  state: FeedState;
  healthy: boolean;
  overdue: boolean;
  intervalSec: number;
  cron: string | null;
  tz: string | null;
  graceSec: number | null;
  nextExpectedAt: Instant | null;
  /** The instant after which silence counts as late; null when nothing is expected. */
  deadlineAt: Instant | null;
  lastEventAt: Instant | null;
  missCount: number;
  /** The open incident, as the next check will have it; `standingOf` gives the words. */
  incident: FeedIncident | null;
  /** What its job began to do, as of the last daily look: no trouble, and nothing that moves a standing. */
  drifts: DriftKind[];
  /** Until when it is in maintenance; null in none. */
  maintainedUntil: Instant | null;
  createdAt: Instant;
  /** When the present state began. */
  stateSince: Instant;
  /** Tells this spell of the state from the next, where `stateSince` can move within it. */
  spellAt?: Instant;
  /** Where alerts go: an address counts once it has consented. */
  alerts: { email: boolean; url: boolean };
  tags: string[];
  /** It watches a number of a machine: no pings come, and none are awaited. */
  isOfNumber?: true;
}

/** Where the forms of one feed are found. */
export interface FeedUrls {
  self: string;
  html: string;
  json: string;
  rss: string;
  metrics: string;
  apiIndex: string;
  badge(rowId: string): string;
}

/** One owner's monitors and the addresses of their feed: what every form is written from. */
export interface Feed {
  monitors: readonly FeedMonitor[];
  urls: FeedUrls;
}
