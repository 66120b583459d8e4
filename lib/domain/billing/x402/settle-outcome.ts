import type { Payment } from '../payment.ts';

/** What a facilitator says of a settlement. Reasons are its own words: codes, or what a node said. */
export interface SettleAnswer {
  success: boolean;
  errorReason: string | null;
  /** The hash of the transaction; empty where it names none. */
  transaction: string;
  network: string;
  payer: string | null;
}

/** What is known of a payment after its settlement was asked for. */
export type SettleOutcome =
  | { kind: 'settled'; transaction: string }
  /** The facilitator sent nothing to the chain in this try. */
  | { kind: 'refused'; reason: string }
  /** The money may have moved or may yet: only the chain can tell. */
  | { kind: 'unknown' };

/**
 * What an answer proves; null where there was none that could be read. Success needs the hash of a transaction of this
 * payer on this network. A refusal is proof only with a reason that comes before anything is sent, and only in the first
 * try: a later one is refused for what an earlier one did, as for a balance that is gone.
 */
export function settleOutcome(
  answer: SettleAnswer | null,
  payment: Payment,
  { isFirstTry }: { isFirstTry: boolean },
): SettleOutcome {
  if (answer === null) return { kind: 'unknown' };
  const { success, errorReason, transaction } = answer;
  if (success) return isOf(answer, payment) ? { kind: 'settled', transaction } : { kind: 'unknown' };
  const isProof = isFirstTry && transaction === '' && errorReason !== null && BEFORE_SENDING.has(errorReason);
  return isProof ? { kind: 'refused', reason: errorReason } : { kind: 'unknown' };
}

function isOf({ transaction, network, payer }: SettleAnswer, payment: Payment): boolean {
  return (
    /^0x[0-9a-fA-F]{64}$/.test(transaction) &&
    network === payment.network &&
    (payer === null || payer.toLowerCase() === payment.authorization.from.toLowerCase())
  );
}

/**
 * Reasons that facilitators give before they send a transaction. None that may come after it is here, nor that a nonce
 * is used: the first try may have used it. Source: x402 1.2.0 (`ErrorReasons`) and @x402/evm 2.27.0 (`errors.ts`).
 */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'invalid_network',
  'invalid_payload',
  'invalid_payment',
  'invalid_payment_requirements',
  'invalid_scheme',
  'invalid_x402_version',
  'payment_expired',
  'unsupported_scheme',
  'invalid_exact_evm_authorization_value',
  'invalid_exact_evm_eip3009_not_supported',
  'invalid_exact_evm_failed_to_parse_signature',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_missing_eip712_domain',
  'invalid_exact_evm_network_mismatch',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_undeployed_smart_wallet',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_scheme',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_token_name_mismatch',
  'invalid_exact_evm_token_version_mismatch',
  'eip6492_factory_not_allowed',
]);
