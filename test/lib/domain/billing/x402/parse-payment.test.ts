import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parsePayment,
  PAYMENT_HEADER_MAX_CHARS,
} from '../../../../../lib/domain/billing/x402/parse-payment.ts';
import { paymentId, wirePayment } from '../../../../../lib/domain/billing/payment.ts';
import { headerOf, NONCE, payment, PAYER, requirement } from '../../../../support/money/payment-builder.ts';
import { rounds } from '../../../../support/thorough.ts';

const wire = wirePayment(payment());
type Wire = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

function changed(change: (wire: Wire) => void): string {
  const copy = structuredClone(wire) as Wire;
  change(copy);
  return headerOf(copy);
}

function refusalOf(header: string) {
  const read = parsePayment(header);
  return read.ok ? null : { code: read.code, detail: read.detail };
}

describe('what a wallet sends', () => {
  it('is read whole', () => {
    expect(parsePayment(headerOf(wire))).toEqual({ ok: true, value: payment() });
  });

  it('may have fields that nobody knows, and no padding', () => {
    const header = changed((root) => (root['memo'] = 'x')).replace(/=+$/, '');

    expect(parsePayment(header)).toEqual({ ok: true, value: payment() });
  });

  it('may have the longer signature of a smart wallet, in any case', () => {
    const signature = `0x${'AB'.repeat(1_200)}`;
    const read = parsePayment(changed((root) => (root['payload'].signature = signature)));

    expect(read).toMatchObject({ ok: true, value: { signature: signature.toLowerCase() } });
  });
});

describe('what is refused', () => {
  it('is what has more than 8,192 characters', () => {
    expect(parsePayment(headerOf({ ...wire, memo: 'x'.repeat(9_000) }))).toMatchObject({ code: 'too_long' });
    expect(parsePayment('A'.repeat(PAYMENT_HEADER_MAX_CHARS))).toMatchObject({ code: 'not_json' });
  });

  it.each(['', 'abc!', `${headerOf(wire)}, ${headerOf(wire)}`, JSON.stringify(wire)])('is %j', (header) => {
    expect(parsePayment(header)).toMatchObject({ code: 'not_base64' });
  });

  it.each([null, 1, 'x', [], [wire]])('is JSON of %j', (value) => {
    expect(parsePayment(headerOf(value))).toMatchObject({ code: 'not_json' });
  });

  it.each([2, '1', null, undefined])('is version %j', (version) => {
    expect(refusalOf(changed((root) => (root['x402Version'] = version)))).toEqual({
      code: 'version',
      detail: `x402Version in X-PAYMENT must be 1; it is ${JSON.stringify(version) ?? 'nothing'}.`,
    });
  });

  it('is another scheme', () => {
    expect(refusalOf(changed((root) => (root['scheme'] = 'upto')))).toEqual({
      code: 'scheme',
      detail: 'scheme in X-PAYMENT must be "exact"; it is "upto".',
    });
  });

  const hex = (bytes: number) => `0x${'1'.repeat(bytes * 2)}`;
  it.each([
    ['from', [hex(19), hex(21), '0X' + '1'.repeat(40), '1'.repeat(40), `0x${'g'.repeat(40)}`, 1, null]],
    ['to', [hex(19), '', undefined, {}]],
    ['nonce', [hex(31), hex(33), '0x', 7, `${hex(32)}\n`]],
    ['value', ['-1', '1.5', '1e5', '007', '', ' 1', '0x10', 100_000, String(1n << 256n), '9'.repeat(79)]],
    ['validAfter', ['-1', 0, null, '٣']],
    ['validBefore', ['soon', [], String(1n << 256n)]],
  ])('is an authorization whose %s is none', (field, values) => {
    for (const value of values) {
      const refusal = refusalOf(changed((root) => (root['payload'].authorization[field] = value)));
      expect(refusal, String(value)).toMatchObject({ code: 'field' });
      expect(refusal?.detail).toMatch(
        new RegExp(`^payload.authorization.${field} in X-PAYMENT must be .*\\.$`),
      );
    }
  });

  it('is a signature of fewer than 65 bytes, which is not repeated', () => {
    const short = `0x${'cd'.repeat(64)}`;
    for (const signature of [short, `0x${'cd'.repeat(65)}c`, 'cd'.repeat(65), 5]) {
      const refusal = refusalOf(changed((root) => (root['payload'].signature = signature)));
      expect(refusal?.detail).toBe(
        'payload.signature in X-PAYMENT must be 0x and hex digits, of 65 bytes or more.',
      );
    }
  });

  it.each([
    ['network', (root: Wire) => (root['network'] = 8453)],
    ['payload', (root: Wire) => (root['payload'] = 'x')],
    ['payload', (root: Wire) => delete root['payload'].authorization],
  ])('is one without %s', (field, change) => {
    expect(refusalOf(changed(change))?.detail).toMatch(new RegExp(`^${field} in X-PAYMENT must be`));
  });
});

const anyJson = fc.jsonValue({ maxDepth: 2 });

it('whatever comes is read or refused with one sentence, and nothing is thrown', () => {
  const bent = fc
    .tuple(fc.constantFrom('x402Version', 'scheme', 'network', 'payload'), anyJson)
    .map(([field, value]) => headerOf({ ...wire, [field]: value }));
  const inner = fc
    .tuple(fc.constantFrom(...Object.keys(wire.payload.authorization)), anyJson)
    .map(([field, value]) => changed((root) => (root['payload'].authorization[field] = value)));
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    anyJson.map(headerOf),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    bent,
    inner,
  );

  fc.assert(
    fc.property(any, (header) => {
      const read = parsePayment(header);
      return read.ok || /^.{10,400}\.$/u.test(read.detail);
    }),
    { numRuns: rounds(300, 3_000) },
  );
});

it('no spelling of a payment makes it another one', () => {
  const spelled = (text: string) =>
    fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map(
      (upper) =>
        `0x${[...text]
          .map((digit, at) => (upper[at] ? digit.toUpperCase() : digit))
          .join('')
          .slice(2)}`,
    );
  const { asset } = requirement();
  const known = paymentId(payment(), asset);

  fc.assert(
    fc.property(spelled(PAYER), spelled(NONCE), spelled(asset.toLowerCase()), (from, nonce, contract) => {
      const read = parsePayment(
        changed((root) => Object.assign(root['payload'].authorization, { from, nonce })),
      );
      expect(read.ok && paymentId(read.value, contract)).toEqual(known);
      expect(paymentId(payment({ from, nonce }), contract)).toEqual(known);
    }),
    { numRuns: rounds(200, 2_000) },
  );
});
