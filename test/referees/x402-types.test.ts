import { PaymentPayloadV1Schema, PaymentRequirementsV1Schema } from '@x402/core/schemas';
import type { PaymentPayloadV1, PaymentRequirementsV1, SettleResponseV1 } from '@x402/core/types/v1';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SKUS, type Charge } from '../../lib/domain/billing/allowance.ts';
import { paymentOptions } from '../../lib/domain/billing/x402/payment-options.ts';
import { wirePayment } from '../../lib/domain/billing/payment.ts';
import type { SettleAnswer } from '../../lib/domain/billing/x402/settle-outcome.ts';
import { payment, PAYER, requirement } from '../support/money/payment-builder.ts';

/**
 * The types take only the names that networks have in version 2, and want an `outputSchema`, which the schema below lets
 * be missing. What else does not fit them any more does not compile.
 */
const asked = requirement() satisfies Omit<PaymentRequirementsV1, 'outputSchema' | 'network'>;
const paid = wirePayment(payment()) satisfies Omit<PaymentPayloadV1, 'network'>;

it('what is asked for and what is paid with are what the standard library takes', () => {
  expect(PaymentRequirementsV1Schema.parse(asked)).toEqual(asked);
  expect(PaymentPayloadV1Schema.parse(paid)).toEqual(paid);
});

const charges = fc.array(
  fc.record<Charge>({
    sku: fc.constantFrom(...SKUS),
    micros: fc.integer({ min: 1_000, max: 9_999_999_999 }),
  }),
  { minLength: 1, maxLength: 5_000 },
);

it('it takes the entry of any charges, on either network, as its schema of a call that is refused does', () => {
  fc.assert(
    fc.property(charges, fc.constantFrom('base', 'base-sepolia'), (some, network) => {
      const [entry] = paymentOptions(
        some,
        { network, payTo: PAYER },
        'https://rollcall.example/api/endpoints/:id',
      );

      expect(PaymentRequirementsV1Schema.parse(entry)).toEqual(entry);
    }),
    { seed: 1, numRuns: 30 },
  );
});

it('and it refuses what lacks a field', () => {
  const { payTo: _, ...less } = asked;

  expect(PaymentRequirementsV1Schema.safeParse(less).success).toBe(false);
  expect(PaymentPayloadV1Schema.safeParse({ ...paid, payload: 1 }).success).toBe(false);
});

it('what is read of an answer is what the protocol writes', () => {
  const answer: SettleAnswer = {
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: 'base',
    payer: PAYER,
  };
  const { payer, errorReason, network, ...rest } = answer;
  const wire = {
    ...rest,
    payer: payer ?? '',
    errorReason: errorReason ?? '',
  } satisfies Omit<SettleResponseV1, 'network'>;

  expect(Object.keys({ ...wire, network }).sort()).toEqual(Object.keys(answer).sort());
});
