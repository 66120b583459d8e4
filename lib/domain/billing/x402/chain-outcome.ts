import type { Payment } from '../payment.ts';
import type { PaymentRequirement } from './requirement.ts';

/** An event of a transaction. All hex has 0x and is in lower case. */
export interface ChainLog {
  address: string;
  topics: readonly string[];
  data: string;
  /** Its place among the events of its block. */
  index: number;
  transaction: string;
}

/** What the chain says of an authorization, as of one block. */
export interface ChainReads {
  /** The time of the block, in seconds since 1970. */
  timeSec: bigint;
  /** Whether the payer's nonce is used up: by a transfer or by a cancellation. */
  isUsed: boolean;
  /** The event by which it was used up; null where none is found yet. */
  usedBy: ChainLog | null;
  /** All events of that event's transaction, when it succeeded; null where its receipt is not there yet. */
  receipt: readonly ChainLog[] | null;
}

/** What became of a payment. */
export type ChainOutcome =
  | { kind: 'settled'; transaction: string }
  /** The payer cancelled the nonce or used it for another transfer: this payment never comes. */
  | { kind: 'cancelled' }
  /** Its window has ended unused. */
  | { kind: 'expired' }
  /** It may still come, or the chain does not show all of it yet. */
  | { kind: 'open' };

/** keccak256 of `AuthorizationUsed(address,bytes32)` and so on: the first topic of each event. */
export const EVENTS = {
  authorizationUsed: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  authorizationCanceled: '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const;

/** A block's time is its builder's; an end of a window is believed so much later. */
const CLOCK_SPARE_SEC = 60n;

/**
 * What the chain proves of a payment. The transfer is the event right after the one that used the nonce, as USDC writes
 * them: another transfer of the same transaction may belong to another payment. Where such another one is as large and to
 * us, neither is proven.
 */
export function chainOutcome(
  payment: Payment,
  asked: Pick<PaymentRequirement, 'asset' | 'payTo'>,
  { timeSec, isUsed, usedBy, receipt }: ChainReads,
): ChainOutcome {
  const { validBefore } = payment.authorization;
  if (!isUsed) return { kind: timeSec > validBefore + CLOCK_SPARE_SEC ? 'expired' : 'open' };
  if (usedBy === null) return { kind: 'open' };
  if (usedBy.topics[0] === EVENTS.authorizationCanceled) return { kind: 'cancelled' };
  const transfers = (receipt ?? []).filter((log) => isTransferOf(log, payment, asked));
  if (transfers.some(({ index }) => index === usedBy.index + 1))
    return { kind: 'settled', transaction: usedBy.transaction };
  const isWhole = receipt?.some(({ index }) => index === usedBy.index) ?? false;
  return { kind: isWhole && transfers.length === 0 ? 'cancelled' : 'open' };
}

function isTransferOf(
  { address, topics, data }: ChainLog,
  { authorization: { from, value } }: Payment,
  { asset, payTo }: Pick<PaymentRequirement, 'asset' | 'payTo'>,
): boolean {
  const [event, sender, recipient] = topics;
  return (
    address === asset.toLowerCase() &&
    event === EVENTS.transfer &&
    sender === addressWord(from) &&
    recipient === addressWord(payTo) &&
    data === uintWord(value)
  );
}

/** An address as a topic or an argument of a contract: 32 bytes in hex, filled up from the left. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** A number as an argument or data of a contract: 32 bytes in hex. */
export function uintWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
