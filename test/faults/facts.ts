import type { Item } from '../../lib/data/table.ts';
import type { Invocation } from '../support/faults/fault-scheduler.ts';
import type { Arrival } from '../support/faults/fault-outside.ts';

/** What the run knows of a monitor from outside. */
export interface Watched {
  name: string;
  /** What it is kept under. */
  id: string;
  /** How it is shown to the outside: the same until it is rotated. */
  shown: string;
  /** Its owner tried to rotate it. */
  isRotated: boolean;
  owner: number;
  token: string;
  intervalSec: number;
  /** Minutes between its scheduled runs, which begin at the full hour UTC; null for an interval. */
  everyMin: number | null;
  graceSec: number;
  maxDurationSec: number | null;
  /** So many runs in a row must fail before a failure is told. */
  inARow: number;
  /** It has been paused, deleted or otherwise patched so that claims about its silence no longer hold. */
  /** The gap between repeats of one incident. */
  repeatSec: number;
  /** Its owner may pause it by tag. */
  isNightly: boolean;
  pausedOnce: boolean;
  /** Its mails were turned to another address, perhaps. */
  isReaddressed: boolean;
  deletion: Invocation | null;
  /** Where a job's key and name lead to it: it may have had a life before, under the same id. */
  byKey: string | null;
  /** When this life of it began, and the next one; what happened under its id before or later is of other lives. */
  fromAt: number;
  toAt: number;
}

/** A signal that was sent, and what its sender heard. */
export interface SentSignal {
  monitor: string;
  kind: 'success' | 'fail' | 'start';
  rid: string | null;
  /** Carried as `status`, so that its event is known by it. */
  mark: number;
  call: Invocation<{ statusCode?: number | undefined }>;
}

/** A rotation of a ping URL, and the ids before and after it; null where no answer said so. */
export interface Rotation {
  monitor: string;
  from: string;
  to: string | null;
  call: SentSignal['call'];
}

/** A pause that was set, or taken back. */
export interface Pause {
  monitor: string;
  /** Null takes it back. */
  until: number | null;
  /** An answer says that it holds; by tag it may be that the monitor has another tag by then. */
  isByTag: boolean;
  call: SentSignal['call'];
}

/** A job that alerts a chat. */
export interface ChatJob {
  id: string;
  name: string;
  /** A failure of it was taken in. */
  hasFailed: boolean;
}

/** A channel of an owner, and what was asked of it, its creation first. */
export interface Room {
  /** Undefined until its creation is answered. */
  id: string | undefined;
  changes: { kind: 'made' | 'on' | 'off' | 'gone' | 'other'; call: SentSignal['call'] }[];
}

/** A job whose owner has channels. */
export interface RoomJob {
  id: string;
  name: string;
  intervalSec: number;
  signals: Pick<SentSignal, 'kind' | 'call'>[];
  /** How often its owner changed which channels speak for it, or tried to. */
  changes: number;
}

/** Maintenance of all jobs of an owner, and the request that takes it back. */
export interface Maintained {
  from: number;
  until: number;
  plan: SentSignal['call'];
  end: SentSignal['call'] | null;
}

/** A periodic check. */
export interface RunCheck {
  /** For how many items it had time. */
  items: number;
  /** No run of the checker was under way when it began: it took all that was due. */
  isAlone: boolean;
  /** Where and when nothing was left of it and of those before it; null where that was never seen. */
  over: { seq: number; at: number } | null;
  /** The shards whose due items could not be asked for meanwhile. */
  down: Set<string>;
  call: Invocation<{ checked: number; failed: number; finished: boolean }>;
}

/** Everything a run did and saw. */
export interface Facts {
  plan: string;
  monitors: Watched[];
  signals: SentSignal[];
  rotations: Rotation[];
  pauses: Pause[];
  /** The first pings of new owners, by a key that nobody takes back. */
  firstPings: SentSignal['call'][];
  checks: RunCheck[];
  invocations: readonly Invocation[];
  posts: Arrival[];
  /** What chats show. */
  chats: Arrival[];
  chatJobs: ChatJob[];
  rooms: Room[];
  /** What came to the channels of owners. */
  roomPosts: Arrival[];
  roomJobs: RoomJob[];
  windows: Maintained[];
  /** When checks of one machine began while receivers hang, and when the next one could. */
  checksHere: { at: number; overAt: number }[];
  /** The `webhook-id` of each try to POST. */
  tries: string[];
  mails: Arrival[];
  /** Jobs that failed before their mailbox agreed, and are down since. */
  awaited: { name: string; address: string }[];
  /** The `webhook-id` of each alert that its owner had sent once more. */
  resent: Set<string>;
  /** When the canary was heard by each name; empty where there was none. */
  canaryHeardAt: readonly { at: number; name: string }[];
  /** What checks were answered that asked the way of pings, by the instant at which they began. */
  asked: readonly { at: number; name: string; isOpen: boolean }[];
  /** Monitors of devices that send each minute. */
  watched: string[];
  /** It was silent although jobs got through: what that excuses until it is seen through is not said. */
  canaryWasMute: boolean;
  /** What the table removed of itself, as it was last. */
  swept: Item[];
}

/** Whether something happened in this life of a monitor. */
export function inLife({ fromAt, toAt }: Watched, at: number): boolean {
  return at >= fromAt && at < toAt;
}

export function signalsOf({ signals }: Facts, monitor: Watched): SentSignal[] {
  return signals.filter(({ monitor: id, call }) => id === monitor.id && inLife(monitor, call.startedAt));
}

/** The status an answer had; undefined when there was none. */
export function statusOf(call: Invocation<{ statusCode?: number | undefined }>): number | undefined {
  return call.ending?.how === 'done' ? call.ending.value.statusCode : undefined;
}

export function isAcknowledged(signal: SentSignal): boolean {
  return statusOf(signal.call) === 200;
}

/** True unless the sender was told that the monitor is gone. */
export function mayCount(signal: SentSignal): boolean {
  const status = statusOf(signal.call);
  return status === undefined || status === 200 || status >= 500;
}
