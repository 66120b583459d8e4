import { Refusal, type ErrorCode } from '../../lib/contract/errors.ts';
import { idOfUuid, isCheckUuid } from '../../lib/domain/monitors/check-uuid.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { sentName } from '../../lib/domain/monitors/settings/slug.ts';
import { pingNotFound } from '../../lib/flows/or-refuse.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';
import { houseReply, refusalOf, retryHeader } from '../../lib/runtime/replies.ts';
import { meaningOf, saidBy, type IngestCall, type KeyTarget } from './ingest-call.ts';
import { recordByName } from './record-by-name.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';

/** The paths of such pings as they come: behind `/in/ping` or `/ping`, or a UUID by itself. */
export const HEALTHCHECKS_FORM = /^(?:(?:\/in)?\/ping|(?=\/[^/]{36}(?:\/|$)))((?:\/[^/]+){1,3})\/?$/;
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const RUN_ID = /^[0-9a-f-]{32,36}$/i;
/** Of a check that nobody gave a period: a day, and the hour of grace that a check has there. */
const DEFAULT_INTERVAL_SEC = 90_000;

/** A ping as jobs of Healthchecks send it, answered as they are used to: bodies, codes and headers (decisions/059). */
export async function takeHealthchecksPing(deps: IngestDeps, call: Call): Promise<Reply> {
  try {
    const sent = healthchecksCallOf(call);
    const created = await record(deps, sent, call);
    const limit = { 'ping-body-limit': String(LIMITS.outputKeptBytes) };
    return houseReply(created ? 201 : 200, created ? 'Created' : 'OK', call, { ...TEXT, ...limit });
  } catch (error) {
    const refusal = refusalOf(error, call, deps.log);
    const said = { ...TEXT, ...refusal.headers, ...retryHeader(refusal) };
    const { status, words } = answeredTo(refusal);
    return houseReply(status, words, call, said);
  }
}

async function record(deps: IngestDeps, sent: IngestCall, call: Call): Promise<boolean> {
  if (sent.target.by === 'key') return (await recordByName(deps, sent.target, sent, call)).created;
  await recordSignal(deps, sent.target, sent);
  return false;
}

/** Throws 404 for what is no check, 400 for an exit code, slug or run id that is none. */
export function healthchecksCallOf(call: Call): IngestCall {
  const [, path = ''] = HEALTHCHECKS_FORM.exec(call.path) ?? [];
  const [, first = '', ...rest] = path.split('/');
  const query = new URLSearchParams(call.rawQuery);
  const isUuid = isCheckUuid(first);
  if (!isUuid && rest.length === 0) throw pingNotFound();
  const [action, ...more] = isUuid ? rest : rest.slice(1);
  if (more.length > 0) throw pingNotFound();
  const { kind, exitCode } = meaningOf(action);
  const rid = query.get('rid');
  if (rid !== null && !RUN_ID.test(rid)) throw new Refusal('valor_invalido', 'invalid uuid format');
  const target = isUuid
    ? ({ by: 'id', id: idOfUuid(first), tail: null } as const)
    : slugTarget(first, rest[0] ?? '', query);
  return saidBy(call, query, { target, kind, exitCode, named: action !== undefined });
}

function slugTarget(key: string, slug: string, query: URLSearchParams): KeyTarget {
  if (!/^[\w-]+$/.test(key) || !/^[\w-]+$/.test(slug)) throw pingNotFound();
  if (slug !== slug.toLowerCase()) throw new Refusal('slug_invalido', 'invalid url format');
  const knownOnly = query.get('create') !== '1';
  const name = sentName(slug);
  if (name.slug === '') throw pingNotFound();
  return {
    by: 'key',
    key,
    ...name,
    knownOnly,
    intervals: [String(DEFAULT_INTERVAL_SEC)],
    timing: [],
    unknown: [],
  };
}

/** A check that may not be made is not found there; nobody is asked to pay by text. */
const ABSENT: ReadonlySet<ErrorCode> = new Set(['not_found', 'pagamento_necessario', 'limite_monitores']);

/** The code and words that clients know; what there is none for keeps its plain sentence. */
function answeredTo({ status, code, detail }: Refusal): { status: number; words: string } {
  if (ABSENT.has(code)) return { status: 404, words: 'not found' };
  if (code === 'exit_code_fora_da_faixa') return { status, words: 'invalid url format' };
  return { status, words: detail ?? code };
}
