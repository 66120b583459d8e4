import type { Refusal } from '../../lib/contract/errors.ts';
import type { InputKind } from '../../lib/domain/machines/collectors/collector.ts';
import type { Mapped } from '../../lib/domain/machines/collectors/snapshot.ts';
import type { Call } from '../../lib/runtime/call.ts';

/** A body of a reply and its content type. */
export interface WireAnswer {
  type: string;
  body: string | Uint8Array;
}

/** What is special to a protocol that collectors speak. */
export interface Wire {
  kind: InputKind;
  /** What a body has for a credential, where the protocol has one there. Never throws. */
  credentialIn?: (call: Call) => string | undefined;
  /** What a push says in our words. Throws `WireError`, or 415. */
  read: (call: Call, nowSec: number) => Mapped;
  /** What a push that was taken is answered; undefined: nothing, with 204. */
  taken?: (call: Call) => WireAnswer;
  /** A refusal in the form of the protocol; undefined: as the rest of the API refuses. */
  refused?: (refusal: Refusal, call: Call) => WireAnswer;
}

export const TAKEN_JSON: WireAnswer = {
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ ok: true }),
};
