import { expect, it } from 'vitest';
import { openHomologFacilitator } from '../../../../lib/adapters/billing/homolog-facilitator.ts';
import { settleOutcome } from '../../../../lib/domain/billing/x402/settle-outcome.ts';
import { PAY_AT, payment as unsigned, requirement } from '../../../support/money/payment-builder.ts';
import { Wallet } from '../../../support/money/wallet.ts';

const clock = { time: PAY_AT, now: () => clock.time };
const facilitator = openHomologFacilitator('base-sepolia', clock);
const asked = requirement();

it('settles what a wallet signed, always to the same transaction, which begins as none does', async () => {
  const payment = await new Wallet().pay(asked, PAY_AT);
  const { from, ...rest } = payment.authorization;
  const shouted = { ...payment, authorization: { ...rest, from: `0x${from.slice(2).toUpperCase()}` } };
  const settled = await facilitator.settle(payment, asked);
  if (settled.kind === 'unavailable') throw new Error('No answer.');
  const { success, transaction } = settled.answer;

  expect(await facilitator.verify(payment, asked)).toEqual({
    kind: 'answered',
    answer: { isValid: true, invalidReason: null },
  });
  expect(success).toBe(true);
  expect(transaction).toMatch(/^0x0{24}[0-9a-f]{40}$/);
  expect(await facilitator.settle(shouted, asked)).toMatchObject({ answer: { success, transaction } });
  expect(settleOutcome(settled.answer, payment, { isFirstTry: true })).toEqual({
    kind: 'settled',
    transaction,
  });
});

it('refuses what nobody signed, and what is of another network or time', async () => {
  const payment = await new Wallet().pay(asked, PAY_AT);
  const reason = async (given = payment, requirement = asked) => {
    const [verified, settled] = [
      await facilitator.verify(given, requirement),
      await facilitator.settle(given, requirement),
    ];
    if (verified.kind === 'unavailable' || settled.kind === 'unavailable') throw new Error('No answer.');
    expect(verified.answer).toEqual({ isValid: false, invalidReason: settled.answer.errorReason });
    expect(settled.answer).toMatchObject({ success: false, transaction: '' });
    expect(settleOutcome(settled.answer, given, { isFirstTry: true })).toMatchObject({ kind: 'refused' });
    return settled.answer.errorReason;
  };

  expect(await reason(unsigned())).toBe('invalid_exact_evm_signature');
  expect(await reason({ ...payment, network: 'base' })).toBe('invalid_network');
  expect(await reason(payment, requirement({ network: 'base' }))).toBe('invalid_network');
  clock.time = PAY_AT + 121_000;
  expect(await reason()).toBe('invalid_exact_evm_payload_authorization_valid_before');
  clock.time = PAY_AT - 601_000;
  expect(await reason()).toBe('invalid_exact_evm_payload_authorization_valid_after');
  clock.time = PAY_AT;
});

it('does not open where money is real', () => {
  expect(() => openHomologFacilitator('base', clock)).toThrow(
    'Homologation is for base-sepolia: on base it would let calls through unpaid.',
  );
});
