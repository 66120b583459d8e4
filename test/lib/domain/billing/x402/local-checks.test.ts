import { expect, it } from 'vitest';
import { localChecks } from '../../../../../lib/domain/billing/x402/local-checks.ts';
import type { Payment } from '../../../../../lib/domain/billing/payment.ts';
import { payment, PAY_AT, PAY_TO, requirement } from '../../../../support/money/payment-builder.ts';

const NOW_SEC = BigInt(PAY_AT / 1000);
const check = (given: Payment, asked = requirement()) => localChecks(given, asked, PAY_AT);

it('a payment of what is asked for passes, in whatever case its hex is', () => {
  expect(check(payment())).toMatchObject({ ok: true });
  expect(check(payment({ to: PAY_TO.toUpperCase().replace('0X', '0x') }))).toMatchObject({ ok: true });
  expect(check(payment(), requirement({ payTo: PAY_TO.toLowerCase() }))).toMatchObject({ ok: true });
});

it.each([
  [payment({}, 'base'), 'network', 'network in X-PAYMENT must be "base-sepolia"; it is "base".'],
  [
    payment({ to: `0x${'22'.repeat(20)}` }),
    'recipient',
    `The payment must be to ${PAY_TO}; it is to 0x${'22'.repeat(20)}.`,
  ],
  [
    payment({ value: 99_999n }),
    'amount',
    'The payment must be exactly 100000 millionths of a USDC; it is 99999.',
  ],
  [
    payment({ value: 100_001n }),
    'amount',
    'The payment must be exactly 100000 millionths of a USDC; it is 100001.',
  ],
  [
    payment({ validAfter: NOW_SEC }),
    'not_yet_valid',
    `The payment must be valid already; it is after ${NOW_SEC} (validAfter), and now is ${NOW_SEC}.`,
  ],
  [
    payment({ validBefore: NOW_SEC + 5n }),
    'expired',
    `The payment must be valid for 6 seconds more; it ends at ${NOW_SEC + 5n} (validBefore), and now is ${NOW_SEC}.`,
  ],
  [
    payment({ validBefore: NOW_SEC + 241n }),
    'too_far',
    `validBefore in X-PAYMENT must be at most ${NOW_SEC + 240n}, for 120 seconds (maxTimeoutSeconds); it is ${NOW_SEC + 241n}.`,
  ],
])('another one is refused with its reason (%#)', (given, code, detail) => {
  expect(check(given)).toEqual({ ok: false, code, detail });
});

it('the ends of the window are part of it', () => {
  expect(check(payment({ validAfter: NOW_SEC - 1n, validBefore: NOW_SEC + 6n }))).toMatchObject({ ok: true });
  expect(check(payment({ validAfter: 0n, validBefore: NOW_SEC + 240n }))).toMatchObject({ ok: true });
});

it('amounts and times of 256 bits are compared as they are', () => {
  const huge = (1n << 256n) - 1n;

  expect(check(payment({ value: huge }))).toMatchObject({ code: 'amount' });
  expect(check(payment({ validBefore: huge }))).toMatchObject({ code: 'too_far' });
  expect(check(payment({ validAfter: huge }))).toMatchObject({ code: 'not_yet_valid' });
});
