import { setTimeout as wait } from 'node:timers/promises';

/** A Rollcall that is called in the name of an owner. */
export interface CalledService {
  url: string;
  /** An API key or a guest token. */
  key: string;
  /** Ends all calls. */
  until: AbortSignal;
}

export interface ServiceAnswer {
  status: number;
  json: Readonly<Record<string, unknown>>;
}

/** It answered, and did not do it. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether it did is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const CALL_MS = 8_000;
const WAITS_MS = [1_000, 3_000];
const BODY_MAX_CHARS = 200_000;

/** Calls an operation that may be repeated; throws a `ServiceRefusal` or, where it is down, `NoAnswer` after three tries. */
export async function callService(
  service: CalledService,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ServiceAnswer> {
  const url = new URL(path, service.url);
  const isHere = ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isHere)
    throw new ServiceRefusal(0, `${url.origin} is not called: a key goes over HTTPS alone.`);
  for (const waitMs of [...WAITS_MS, null]) {
    const answer = await attempt(service, url, { method, body });
    if (answer.ok) return judged(answer.value, url);
    if (waitMs === null || service.until.aborted) throw new NoAnswer(`${url.origin} ${answer.why}`);
    await wait(waitMs);
  }
  throw new NoAnswer(`${url.origin} was not asked.`);
}

type Attempt = { ok: true; value: ServiceAnswer } | { ok: false; why: string };

async function attempt(
  { key, until }: CalledService,
  url: URL,
  { method, body }: { method: string; body: unknown },
): Promise<Attempt> {
  try {
    const reply = await fetch(url, {
      method,
      headers: {
        [key.startsWith('hp_') ? 'x-guest-token' : 'x-api-key']: key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A key goes to the host that was named, and to no other.
      redirect: 'manual',
      signal: AbortSignal.any([until, AbortSignal.timeout(CALL_MS)]),
    });
    const { status } = reply;
    const json = fieldsOf((await reply.text()).slice(0, BODY_MAX_CHARS));
    // Of one owner a stack makes many at once, and something may be under way.
    const isPassing = status === 429 || status >= 500 || json['error'] === 'conflito';
    if (isPassing) return { ok: false, why: `answered ${status}${saidIn(json)}.` };
    return { ok: true, value: { status, json } };
  } catch (error) {
    const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
    return {
      ok: false,
      why: isLate ? `did not answer within ${CALL_MS / 1_000} s.` : 'could not be reached.',
    };
  }
}

function judged({ status, json }: ServiceAnswer, { origin }: URL): ServiceAnswer {
  if (status >= 300 && status < 400)
    throw new ServiceRefusal(status, `${origin} leads elsewhere (${status}): name the host that answers.`);
  if (status >= 400) throw new ServiceRefusal(status, `${origin} answered ${status}${saidIn(json)}`);
  if (Object.keys(json).length === 0)
    throw new ServiceRefusal(status, `${origin} answered ${status} and no JSON: it is no Rollcall.`);
  return { status, json };
}

/** Its code and its sentence, which names field, rule and value. */
function saidIn({ error, detail }: ServiceAnswer['json']): string {
  return [error, detail]
    .filter((text) => typeof text === 'string')
    .map((text) => `: ${text}`)
    .join('');
}

function fieldsOf(text: string): ServiceAnswer['json'] {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as ServiceAnswer['json']) : {};
  } catch {
    return {};
  }
}
