import { Refusal } from '../../lib/contract/errors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { readShownId } from '../../lib/domain/monitors/monitor-id.ts';
import type { Signal } from '../../lib/domain/monitors/signal.ts';
import { sentName } from '../../lib/domain/monitors/settings/slug.ts';
import type { IdTarget, SentSignal } from '../../lib/flows/monitors/arrival.ts';
import type { FirstPing } from '../../lib/flows/monitors/first-ping.ts';
import { pingNotFound } from '../../lib/flows/or-refuse.ts';
import type { Call } from '../../lib/runtime/call.ts';
import { bodyOf } from './ingest-body.ts';

/** Whom a signal is for: a monitor by its id, or by an owner's key and the job's name. */
export type PingTarget = IdTarget | KeyTarget;

export interface KeyTarget extends FirstPing {
  by: 'key';
  /** What the query says of the timing: name and value. */
  timing: [string, string][];
  /** Names in the query that mean nothing here, such as a mistyped `interval`. */
  unknown: string[];
}

/** A request to `/in/*`, understood. */
export interface IngestCall extends SentSignal {
  target: PingTarget;
  /** Whether the answer names the kind: every path but the plain ping. */
  named: boolean;
}

const RID = new RegExp(`^[A-Za-z0-9._-]{1,${LIMITS.ridMaxChars}}$`);
const INTERVAL = new Set(['interval', 'interval_sec']);
const TIMING = new Set([...INTERVAL, 'cron', 'tz']);
const KNOWN = new Set(['rid', 'status', 'latency_ms', ...TIMING]);
const NAMED_MAX = 10;
const NAMED_MAX_CHARS = 40;
const KEY = /^hpk_[0-9A-Za-z]{43}$/;

/** Throws 404 for what cannot be a target and 400 for a slug or exit code that is none. */
export function ingestCallOf(call: Call): IngestCall {
  const [first = '', ...rest] = call.path.replace(/\/$/, '').split('/').slice(2);
  const query = new URLSearchParams(call.rawQuery);
  // The prefix decides, so that a slug may be called `start` or `0` (DECISIONS.md "Ingest" 1).
  const byKey = first.startsWith('hpk_') && rest.length > 0;
  const [action, ...more] = byKey ? rest.slice(1) : rest;
  if (more.length > 0) throw pingNotFound();
  const { kind, exitCode } = meaningOf(action);
  return saidBy(call, query, {
    target: byKey ? keyTarget(first, rest[0] ?? '', query) : idTarget(first),
    kind,
    exitCode,
    named: action !== undefined,
  });
}

/** What a request says besides its path. */
export function saidBy(
  call: Call,
  query: URLSearchParams,
  { kind, ...path }: Pick<IngestCall, 'target' | 'exitCode' | 'named'> & Pick<Signal, 'kind'>,
): IngestCall {
  const rid = query.get('rid');
  const body = bodyOf(call, query);
  return {
    ...path,
    signal: { kind, rid: rid !== null && RID.test(rid) ? rid : null, ...body.readings },
    output: body.output,
    source: call.method === 'POST' ? 'post' : 'get',
  };
}

function idTarget(text: string): PingTarget {
  const shown = readShownId(text);
  if (!shown) throw pingNotFound();
  return { by: 'id', ...shown };
}

function keyTarget(key: string, name: string, query: URLSearchParams): PingTarget {
  if (!KEY.test(key)) throw pingNotFound();
  const { slug, sentAs } = sentName(name);
  if (slug === '') throw new Refusal('slug_invalido', 'slug must keep a letter or digit out of a-z 0-9.');
  const timing = [...query].filter(([name]) => TIMING.has(name));
  const cron = query.get('cron');
  const tz = query.get('tz') ?? undefined;
  return {
    by: 'key',
    key,
    slug,
    sentAs,
    intervals: [...new Set(timing.filter(([name]) => INTERVAL.has(name)).map(([, value]) => value))],
    ...(cron !== null && { schedule: { cron, tz } }),
    timing: timing.filter(([name]) => name !== 'tz' || cron !== null),
    unknown: unknownIn(query, cron !== null),
  };
}

/** A zone without a schedule says nothing. */
function unknownIn(query: URLSearchParams, hasCron: boolean): string[] {
  const isKnown = (name: string) => KNOWN.has(name) && (name !== 'tz' || hasCron);
  const names = [...new Set(query.keys())].filter((name) => !isKnown(name));
  return names.slice(0, NAMED_MAX).map((name) => name.slice(0, NAMED_MAX_CHARS));
}

/** Throws 404 for what is no signal, 400 for a number that is no exit code. */
export function meaningOf(action: string | undefined): { kind: Signal['kind']; exitCode: number | null } {
  if (action === undefined) return { kind: 'ping', exitCode: null };
  if (action === 'start' || action === 'fail' || action === 'log') return { kind: action, exitCode: null };
  if (!/^[+-]?\d+(\.\d+)?$/.test(action)) throw pingNotFound();
  const exitCode = /^\d{1,3}$/.test(action) ? Number(action) : Number.NaN;
  if (!(exitCode <= LIMITS.exitCodeMax)) {
    const rule = `exit_code must be a whole number from 0 to ${LIMITS.exitCodeMax}`;
    throw new Refusal('exit_code_fora_da_faixa', `${rule}; got ${action.slice(0, 40)}.`);
  }
  return { kind: exitCode === 0 ? 'ping' : 'fail', exitCode };
}
