import type { Refusal } from '../../lib/contract/errors.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';
import { houseReply, refusalOf, retryHeader } from '../../lib/runtime/replies.ts';
import type { IngestCall } from './ingest-call.ts';
import { recordByName } from './record-by-name.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';

interface Answer {
  status: number;
  words: string;
  headers: Record<string, string>;
}

/** The pings of another service: their paths, what they say in our words, and the answers that its clients know. */
export interface ForeignPings {
  /** Their paths as they come, also with what a front puts before them. */
  form: RegExp;
  /** Throws what a ping of ours would. */
  callOf: (call: Call) => IngestCall;
  taken: (created: boolean) => Answer;
  refused: (refusal: Refusal) => Answer;
}

/** A ping as jobs of another service send it, recorded as any and answered as they are used to. */
export async function takeForeignPing(
  deps: IngestDeps,
  call: Call,
  { callOf, taken, refused }: ForeignPings,
): Promise<Reply> {
  try {
    const sent = callOf(call);
    const { status, words, headers } = taken(await record(deps, sent, call));
    return houseReply(status, words, call, headers);
  } catch (error) {
    const refusal = refusalOf(error, call, deps.log);
    const { status, words, headers } = refused(refusal);
    return houseReply(status, words, call, { ...headers, ...refusal.headers, ...retryHeader(refusal) });
  }
}

async function record(deps: IngestDeps, sent: IngestCall, call: Call): Promise<boolean> {
  if (sent.target.by === 'key') return (await recordByName(deps, sent.target, sent, call)).created;
  await recordSignal(deps, sent.target, sent);
  return false;
}
