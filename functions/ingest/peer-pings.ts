import { peerMonitorId } from '../../lib/adapters/ids.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Signal } from '../../lib/domain/monitors/signal.ts';
import type { PeerService } from '../../lib/domain/monitors/switch/peers.ts';
import type { Call } from '../../lib/runtime/call.ts';
import { jsonText } from '../../lib/runtime/replies.ts';
import type { ForeignPings } from './foreign-ping.ts';
import { TEXT } from './healthchecks-ping.ts';
import { bodyOf } from './ingest-body.ts';
import { saidBy, type IngestCall } from './ingest-call.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** Of a push, as there: three years and a little. */
const PUSH_MS_MAX = 100_000_000_000;
const CRONITOR_KINDS = new Map<string, Signal['kind']>([
  ['run', 'start'],
  ['complete', 'ping'],
  ['ok', 'ping'],
  ['tick', 'ping'],
  ['fail', 'fail'],
]);

/** What a ping says, in our words. */
interface Said {
  kind: Signal['kind'];
  exitCode?: number | null;
  /** As a query of ours says it. */
  rid?: string | undefined;
  latency_ms?: string | undefined;
  /** Kept as output where the ping has no body. */
  text: string | null;
}

/** Uptime Kuma takes one parameter of its URL for the state: what is not `up` is down. */
function saidToKuma(query: URLSearchParams): Said {
  const ms = Number.parseFloat(query.get('ping') ?? '') || 0;
  if (ms < 0 || ms > PUSH_MS_MAX)
    throw new Refusal('valor_invalido', `ping must be from 0 to ${PUSH_MS_MAX} milliseconds; got ${ms}.`);
  const isUp = (query.get('status') || 'up') === 'up';
  const text = query.get('msg');
  return {
    kind: isUp ? 'ping' : 'fail',
    latency_ms: ms === 0 ? undefined : Math.round(ms).toString(),
    // What every push URL says by default says nothing.
    text: text === 'OK' ? null : text,
  };
}

function saidToCronitor(query: URLSearchParams, _output: string | null, inPath: string | undefined): Said {
  const kind = cronitorKind(inPath, query.get('state') || undefined);
  const rid = query
    .get('series')
    ?.replaceAll(/[^\w.-]/g, '_')
    .slice(-LIMITS.ridMaxChars);
  // The state decides: a job may be told as complete whatever it returned.
  const exitCode = kind === 'fail' ? exitCodeOf(query.get('status_code')) : null;
  return { kind, exitCode, rid, text: query.get('message') ?? query.get('msg') };
}

/**
 * Its documentation has the state in the query, and the one before it had it in the path. Where they differ a failure is one by
 * either, and else the query goes before.
 */
function cronitorKind(inPath: string | undefined, inQuery: string | undefined): Signal['kind'] {
  const states = [inQuery, inPath].filter((state) => state !== undefined);
  const kinds = states.map((state) => {
    const kind = CRONITOR_KINDS.get(state);
    if (kind !== undefined) return kind;
    const rule = 'state must be run, complete, ok, tick or fail';
    throw new Refusal('valor_invalido', `${rule}; got ${state.slice(0, 40)}.`);
  });
  return kinds.includes('fail') ? 'fail' : (kinds[0] ?? 'ping');
}

/** Both come in the query or as a form, since `curl -d m=done` sends one. Any status but none and 0 is a failure. */
function saidToSnitch(query: URLSearchParams, output: string | null): Said {
  const isForm = /^[sm]=/.test(output ?? '');
  const said = isForm ? new URLSearchParams(output ?? '') : query;
  const status = said.get('s') ?? query.get('s') ?? '';
  const exitCode = exitCodeOf(status);
  return { kind: status === '' || exitCode === 0 ? 'ping' : 'fail', exitCode, text: said.get('m') };
}

function exitCodeOf(text: string | null): number | null {
  return /^\d{1,3}$/.test(text ?? '') && Number(text) <= LIMITS.exitCodeMax ? Number(text) : null;
}

/** `form` has the token as its first group, and what else the path says as its second. */
function peer(
  service: PeerService,
  form: RegExp,
  said: (query: URLSearchParams, output: string | null, inPath: string | undefined) => Said,
  answers: Pick<ForeignPings, 'taken' | 'refused'>,
): ForeignPings {
  const callOf = (call: Call): IngestCall => {
    const [, token = '', inPath] = form.exec(call.path) ?? [];
    const query = new URLSearchParams(call.rawQuery);
    const { output } = bodyOf(call, query);
    const { kind, exitCode = null, text, ...inQuery } = said(query, output, inPath);
    const known = Object.entries(inQuery).filter((each): each is [string, string] => each[1] !== undefined);
    const target = { by: 'id', id: peerMonitorId(service, token), tail: null } as const;
    const sent = saidBy(call, new URLSearchParams(known), { target, kind, exitCode, named: kind !== 'ping' });
    return { ...sent, output: text ?? sent.output };
  };
  return { form, callOf, ...answers };
}

/** Pings of services whose tokens stand for monitors that were imported from them (decisions/060). */
export const peerPings: readonly ForeignPings[] = [
  peer('uptime-kuma', /^(?:\/in)?\/api\/push\/([^/]+)()\/?$/, saidToKuma, {
    taken: () => ({ status: 200, words: '{"ok":true}', headers: JSON_TYPE }),
    refused: ({ status, code, detail }) => ({
      status: status < 500 ? 404 : status,
      words: jsonText({ ok: false, msg: code === 'not_found' ? 'Monitor not found or not active.' : detail }),
      headers: JSON_TYPE,
    }),
  }),
  // Its key is 32 hex digits, and so no ping key: `/ping` is Healthchecks' too.
  peer(
    'cronitor',
    /^(?:\/in)?\/p(?:ing(?=\/[0-9a-f]{32}\/))?\/([^/]+\/[^/]+)(?:\/([^/]+))?\/?$/,
    saidToCronitor,
    plain(200, 'OK'),
  ),
  peer(
    'snitch',
    /^(?:\/in\/snitch|(?=\/[0-9a-f]{10}\/?$))\/([^/]+)()\/?$/,
    saidToSnitch,
    plain(202, 'Got it, thanks!\n'),
  ),
];

function plain(status: number, words: string): Pick<ForeignPings, 'taken' | 'refused'> {
  return {
    taken: () => ({ status, words, headers: TEXT }),
    refused: ({ status, code, detail }) => ({ status, words: detail ?? code, headers: TEXT }),
  };
}
