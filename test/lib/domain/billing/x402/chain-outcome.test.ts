import { describe, expect, it } from 'vitest';
import {
  chainOutcome,
  EVENTS,
  type ChainLog,
  type ChainReads,
  addressWord,
} from '../../../../../lib/domain/billing/x402/chain-outcome.ts';
import { NONCE, payment, PAYER, PAY_TO, requirement } from '../../../../support/money/payment-builder.ts';

const TX = `0x${'5a'.repeat(32)}`;
const ASSET = requirement().asset.toLowerCase();
const { validBefore } = payment().authorization;
const log = (index: number, topics: string[], data = '0x', address = ASSET): ChainLog => ({
  address,
  topics,
  data,
  index,
  transaction: TX,
});
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const used = (index = 4) => log(index, [EVENTS.authorizationUsed, addressWord(PAYER), NONCE]);
const transfer = (
  index: number,
  over: { from?: string; to?: string; value?: number; address?: string } = {},
) =>
  log(
    index,
    [EVENTS.transfer, addressWord(over.from ?? PAYER), addressWord(over.to ?? PAY_TO)],
    word(over.value ?? 100_000),
    over.address ?? ASSET,
  );
const outcome = (over: Partial<ChainReads>) =>
  chainOutcome(payment(), requirement(), {
    timeSec: validBefore - 60n,
    isUsed: true,
    usedBy: used(),
    receipt: [used(), transfer(5)],
    ...over,
  });

it('a nonce that was used right before the transfer of the amount to us is a settlement', () => {
  expect(outcome({})).toEqual({ kind: 'settled', transaction: TX });
  expect(outcome({ receipt: [transfer(3, { value: 7 }), used(), transfer(5), transfer(6)] })).toEqual({
    kind: 'settled',
    transaction: TX,
  });
});

describe('a nonce that is not used', () => {
  const unused = { isUsed: false, usedBy: null, receipt: null };

  it('may still be until a minute after its window has ended', () => {
    expect(outcome({ ...unused })).toEqual({ kind: 'open' });
    expect(outcome({ ...unused, timeSec: validBefore + 60n })).toEqual({ kind: 'open' });
    expect(outcome({ ...unused, timeSec: validBefore + 61n })).toEqual({ kind: 'expired' });
  });
});

describe('a nonce that is used', () => {
  it('and whose event or receipt is not there yet is open, even long after', () => {
    const timeSec = validBefore + 100_000n;

    expect(outcome({ usedBy: null, receipt: null, timeSec })).toEqual({ kind: 'open' });
    expect(outcome({ receipt: null, timeSec })).toEqual({ kind: 'open' });
    expect(outcome({ receipt: [], timeSec })).toEqual({ kind: 'open' });
  });

  it('by a cancellation never comes', () => {
    const usedBy = log(4, [EVENTS.authorizationCanceled, addressWord(PAYER), NONCE]);

    expect(outcome({ usedBy, receipt: null })).toEqual({ kind: 'cancelled' });
  });

  it.each([
    { to: `0x${'44'.repeat(20)}` },
    { from: `0x${'44'.repeat(20)}` },
    { value: 99_999 },
    { value: 100_001 },
    { address: `0x${'44'.repeat(20)}` },
  ])('for another transfer (%j) never comes', (over) => {
    expect(outcome({ receipt: [used(), transfer(5, over)] })).toEqual({ kind: 'cancelled' });
  });

  it('beside a transfer that another nonce was used for is nothing that we know', () => {
    const other = log(5, [EVENTS.transfer, addressWord(PAYER), addressWord(PAYER)], word(100_000));
    const receipt = [used(4), other, used(6), transfer(7)];

    expect(outcome({ receipt })).toEqual({ kind: 'open' });
  });
});
