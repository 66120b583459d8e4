import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { Signal } from '../monitors/signal.ts';
import { redact } from '../redact/redact.ts';
import type { AwsEvent } from './event.ts';
import { jobSlug, jobTitle, shortHash, type AwsHome } from './job-name.ts';
import { isOfItsAccount, rowOf, type JobRow } from './job-rows.ts';

/** So near the service's own time counts; else it counts when it came. */
const NEAR_MS = 15 * MINUTE_MS;
const AHEAD_MS = 5_000;
const OLD_MS = 14 * DAY_MS;
const OUTPUT_MAX_CHARS = 4_000;
const RID = new RegExp(`^[A-Za-z0-9._-]{1,${LIMITS.ridMaxChars}}$`);
const HASH_CHARS = 16;

/** What an event says of a run. */
export interface RunSignal extends Pick<Signal, 'kind' | 'rid' | 'status' | 'latencyMs'> {
  at: Instant;
  /** Of the time that the service gave, where it counts no more: by that it may be known already. */
  saidAt: Instant;
  /** What follows from run, status and attempt, so that the same change is one event however often it is sent. */
  tail: string;
  exitCode: number | null;
  output: string | null;
  /** Of ends that were said at the same time the one that arrived last counts. */
  tiesByArrival?: true;
}

/** What an event says of a job. */
export interface JobSignal extends RunSignal {
  slug: string;
  title: string;
  kind: Extract<Signal['kind'], 'start' | 'ping' | 'fail'>;
  rid: string;
}

/** Why an event is no signal. */
export type Ignored =
  | 'unknown'
  | 'incomplete'
  | 'not_of_a_job'
  | 'another_account'
  | 'between'
  | 'replayed'
  | 'old'
  | 'filtered';

export type ReadSignal = { is: 'signal'; signal: JobSignal } | { is: 'ignored'; why: Ignored };

/** What an event says at the time it came; `isWanted` is told the name of the job. */
export function signalOf(event: AwsEvent, { home, now, isWanted = () => true }: Reading): ReadSignal {
  const row = rowOf(event);
  if (!row) return ignored('unknown');
  const past = pastOf(event, now);
  if (past) return ignored(past);
  if (!isOfItsAccount(row, event)) return ignored('another_account');
  if (row.except?.(event)) return ignored('not_of_a_job');
  const [name, run, status] = [row.name(event), row.run(event), row.status(event)];
  if (name === null || run === null || status === null) return ignored('incomplete');
  const kind = kindOf(row, status);
  if (kind === null) return ignored('between');
  if (!isWanted(name)) return ignored('filtered');
  const job = { service: row.service, name, account: event.account, region: event.region };
  const own = instantOf(row.at?.(event.detail, kind === 'start') ?? null);
  const { at, saidAt } = timesOf(event, own, now);
  const signal = {
    slug: jobSlug(job, home),
    title: jobTitle(job, home).slice(0, LIMITS.nameMaxChars),
    kind,
    rid: ridOf(run),
    status: null,
    latencyMs: null,
    at,
    saidAt,
    tail: shortHash([row.service, run, status], HASH_CHARS),
    exitCode: kind === 'fail' ? (row.exitCode?.(event.detail) ?? null) : null,
    output: kind === 'fail' ? wordsOf(row.output(event)) : null,
  };
  return { is: 'signal', signal };
}

interface Reading {
  home: AwsHome;
  now: Instant;
  isWanted?: (name: string) => boolean;
}

const ignored = (why: Ignored): ReadSignal => ({ is: 'ignored', why });

function kindOf({ start, success, failure }: JobRow, status: string): JobSignal['kind'] | null {
  if (start.includes(status)) return 'start';
  if (success.includes(status)) return 'ping';
  return failure.includes(status) ? 'fail' : null;
}

/** Why an event is no news of today; null of one that is. A past that is played again is none. */
export function pastOf({ replayName, time }: AwsEvent, now: Instant): 'replayed' | 'old' | null {
  if (replayName !== undefined) return 'replayed';
  return now - Date.parse(time) > OLD_MS ? 'old' : null;
}

/** The finest time that is near, of the service, of the event, of its arrival. */
export function timesOf(
  { time }: AwsEvent,
  own: Instant | null,
  now: Instant,
): { at: Instant; saidAt: Instant } {
  const said = Date.parse(time);
  const saidAt = own !== null && Math.abs(own - said) <= NEAR_MS ? own : said;
  // What lies further ahead is a wrong clock, and would answer for a time that is to come.
  const isNear = saidAt - now <= AHEAD_MS && now - saidAt <= NEAR_MS;
  return { at: isNear ? saidAt : now, saidAt };
}

function instantOf(text: string | null): Instant | null {
  if (text === null) return null;
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** A run's id as signals carry it; one that is longer or spelled otherwise by its beginning and a hash. */
function ridOf(run: string): string {
  if (RID.test(run)) return run;
  const spelled = run.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  return `${spelled.slice(0, LIMITS.ridMaxChars - HASH_CHARS - 1)}.${shortHash([run], HASH_CHARS)}`;
}

/** The words of a failure, with what looks secret masked. Of what is cut the last word goes: it may be half a secret. */
function wordsOf(parts: readonly (string | null)[]): string | null {
  const text = parts.filter((part) => part !== null).join(': ');
  if (text.trim() === '') return null;
  const isCut = text.length > OUTPUT_MAX_CHARS;
  const kept = isCut ? text.slice(0, OUTPUT_MAX_CHARS).replace(/\S*$/, '') : text;
  return redact(kept.toWellFormed()).trimEnd() + (isCut ? ' …' : '');
}
