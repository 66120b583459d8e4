import { DAY_MS, HOUR_MS } from '../calendar.ts';
import type { Charge } from './allowance.ts';
import type { Bought } from './tariff.ts';
import type { Instant } from '../instant.ts';
import type { PaymentId, WirePayment } from './payment.ts';
import type { PaymentRequirement } from './x402/requirement.ts';

/** A try to have a payment settled: only it writes its payment until its lease ends. */
export interface Try {
  claim: string;
  leaseUntil: Instant;
}

/** A payment that was reserved, known by network, asset, payer and nonce; what came of it stays for good. */
export interface PaymentRecord extends PaymentId, Try {
  /** `held` until it is known whether the money moved. */
  state: 'held' | 'done' | 'failed';
  /** Of the call that it pays for. */
  fingerprint: string;
  /** How often its settlement was asked for. */
  tries: number;
  /** Whose home it buys for; who owns that when it is known to be paid gets what it bought. */
  spaceId: string;
  charges: readonly Charge<Bought>[];
  /** The prepaid credit that it adds to, or makes; null where it buys slots. */
  creditHash: string | null;
  createdAt: Instant;
  /** When the check looks at it next; null once nothing is open. */
  dueAt: Instant | null;
  /** What the caller sent, as a facilitator reads it: kept while it is unconfirmed and no longer, since whoever has it may spend it. */
  sent: WirePayment | null;
  /** What was asked for; kept as long. */
  asked: PaymentRequirement | null;
  /** A block at whose end the nonce was unused, in decimal digits; null in a rehearsal, which has no chain. */
  fromBlock: string | null;
  /** When its window ends. */
  validBefore: Instant;
  settledAt: Instant | null;
  transaction: string | null;
  /** Why it failed, in one word. */
  failure: string | null;
}

/** After the lease: a call that still ran would have written by then. */
const LOOK_AFTER_LEASE_MS = 30_000;
/** Longer than any window that we accept, and a week for whoever asks what became of it. */
const FAILED_DAYS = 7;

/** A payment that a try has begun and nobody has confirmed yet. */
export function unconfirmedBy(
  payment: Omit<PaymentRecord, keyof Try | 'state' | 'dueAt' | 'settledAt' | 'transaction' | 'failure'>,
  { claim, leaseUntil }: Try,
): PaymentRecord {
  const open = { settledAt: null, transaction: null, failure: null };
  return {
    ...payment,
    ...open,
    claim,
    leaseUntil,
    state: 'held',
    dueAt: leaseUntil + LOOK_AFTER_LEASE_MS,
  };
}

/** The same payment taken over by another try, once the lease of the one before has ended. */
export function takenOver(unconfirmed: PaymentRecord, next: Try): PaymentRecord {
  return {
    ...unconfirmed,
    ...next,
    tries: unconfirmed.tries + 1,
    dueAt: next.leaseUntil + LOOK_AFTER_LEASE_MS,
  };
}

/** A try that leaves a payment to whoever looks next, from `at` on. */
export function leftAt(unconfirmed: PaymentRecord, at: Instant): PaymentRecord {
  return { ...unconfirmed, leaseUntil: at, dueAt: at + LOOK_AFTER_LEASE_MS };
}

/** The money moved, and what it buys is written with this. */
export function paid(unconfirmed: PaymentRecord, transaction: string, now: Instant): PaymentRecord {
  return { ...unconfirmed, ...ended, state: 'done', transaction, settledAt: now };
}

/** The money did not move and will not. */
export function unpaid(unconfirmed: PaymentRecord, failure: string): PaymentRecord {
  return { ...unconfirmed, ...ended, state: 'failed', failure };
}

const ended = { dueAt: null, sent: null, asked: null };

/** From when on a payment that failed may be forgotten: its window has long ended then; null for all others. */
export function forgottenAt({ state, validBefore }: PaymentRecord): Instant | null {
  return state === 'failed' ? validBefore + FAILED_DAYS * DAY_MS : null;
}

/** Whether a payment may still be settled at `now`. */
export function isInWindow({ validBefore }: PaymentRecord, now: Instant): boolean {
  return now < validBefore;
}

/** Blocks follow each other in seconds and windows end within minutes, so what is open by then is open for long. */
const UNCLEAR_AFTER_MS = HOUR_MS;
/** So that each check looks at it: the alarm rings for two that fail in a row. */
const NEXT_LOOK_MS = 150_000;

/** Whether a payment is open so long after its window that somebody should look at it. */
export function isUnclear({ validBefore }: PaymentRecord, now: Instant): boolean {
  return now > validBefore + UNCLEAR_AFTER_MS;
}

/** When the check looks again at a payment that is still open. */
export function nextPaymentLookAt(now: Instant): Instant {
  return now + NEXT_LOOK_MS;
}
