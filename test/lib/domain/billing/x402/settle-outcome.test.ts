import { describe, expect, it } from 'vitest';
import { settleOutcome, type SettleAnswer } from '../../../../../lib/domain/billing/x402/settle-outcome.ts';
import { payment, PAYER } from '../../../../support/money/payment-builder.ts';

const TX = `0x${'5a'.repeat(32)}`;
const answer = (over: Partial<SettleAnswer>): SettleAnswer => ({
  success: true,
  errorReason: null,
  transaction: TX,
  network: 'base-sepolia',
  payer: PAYER,
  ...over,
});
const failed = (errorReason: string | null, transaction = '') =>
  answer({ success: false, errorReason, transaction });
const outcome = (given: SettleAnswer | null, isFirstTry = true) =>
  settleOutcome(given, payment(), { isFirstTry });

describe('success', () => {
  it('with a transaction is a settlement, in the first try and later', () => {
    expect(outcome(answer({}))).toEqual({ kind: 'settled', transaction: TX });
    expect(outcome(answer({ payer: null }), false)).toEqual({ kind: 'settled', transaction: TX });
    expect(outcome(answer({ payer: PAYER.toUpperCase().replace('0X', '0x') }))).toMatchObject({
      kind: 'settled',
    });
  });

  it.each([
    { transaction: '' },
    { transaction: '0x12' },
    { transaction: `${TX}\n` },
    { network: 'base' },
    { payer: `0x${'33'.repeat(20)}` },
  ])('that says %j is not known to be one of this payment', (over) => {
    expect(outcome(answer(over))).toEqual({ kind: 'unknown' });
  });
});

describe('failure', () => {
  it.each(['insufficient_funds', 'invalid_exact_evm_signature', 'invalid_exact_evm_insufficient_balance'])(
    'with %s in the first try is a refusal',
    (reason) => {
      expect(outcome(failed(reason))).toEqual({ kind: 'refused', reason });
      expect(outcome(failed(reason), false)).toEqual({ kind: 'unknown' });
      expect(outcome(failed(reason, TX))).toEqual({ kind: 'unknown' });
    },
  );

  it.each([
    'invalid_exact_evm_nonce_already_used',
    'invalid_exact_evm_transaction_failed',
    'invalid_exact_evm_transaction_simulation_failed',
    'invalid_exact_evm_transfer_event_mismatch',
    'invalid_transaction_state',
    'settlement_pending',
    'smart_wallet_deployment_failed',
    'unexpected_settle_error',
    'Timed out while waiting for transaction with hash "0x5a" to be confirmed.',
    '',
    null,
  ])('with %s proves nothing', (reason) => {
    expect(outcome(failed(reason))).toEqual({ kind: 'unknown' });
  });

  it('to answer proves nothing', () => {
    expect(outcome(null)).toEqual({ kind: 'unknown' });
  });
});
