import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SKUS, type Charge } from '../../../../../lib/domain/billing/allowance.ts';
import {
  chargesInWords,
  inUsd,
  paymentOptions,
} from '../../../../../lib/domain/billing/x402/payment-options.ts';
import { NETWORKS } from '../../../../../lib/domain/billing/x402/network.ts';
import { billingFor, PAY_TO } from '../../../../support/money/billing.ts';
import { x402Body } from '../../../../support/money/x402-body.ts';

const RESOURCE = 'https://rollcall.example/api/endpoints/:id';

const charges = fc.array(
  fc.record<Charge>({
    sku: fc.constantFrom(...SKUS),
    micros: fc.integer({ min: 1_000, max: 9_999_999_999 }),
  }),
  { minLength: 1, maxLength: 5_000 },
);

it('standard clients take the entry of any charges, on either network, and its sum is exact', () => {
  fc.assert(
    fc.property(charges, fc.constantFrom('base', 'base-sepolia'), (some, network) => {
      const accepts = paymentOptions(some, { network, payTo: PAY_TO }, RESOURCE);
      const sum = some.reduce((total, { micros }) => total + BigInt(micros), 0n);

      x402Body.parse({ x402Version: 1, error: 'e', detail: 'd', accepts });
      expect(accepts[0].maxAmountRequired).toBe(String(sum));
    }),
    { seed: 1, numRuns: 30 },
  );
});

it('names the asset of its network as a wallet signs for it', () => {
  const charge: Charge = { sku: 'fast_interval', micros: 50_000 };
  const of = (network: 'base' | 'base-sepolia') =>
    paymentOptions([charge], { network, payTo: PAY_TO }, RESOURCE)[0];

  expect(of('base')).toEqual({
    scheme: 'exact',
    network: 'base',
    maxAmountRequired: '50000',
    resource: RESOURCE,
    description: 'an interval or grace under the free minimum (0.05 USD)',
    mimeType: 'application/json',
    payTo: PAY_TO,
    maxTimeoutSeconds: 120,
    asset: NETWORKS.base.usdc.address,
    extra: { name: 'USD Coin', version: '2' },
  });
  expect(of('base-sepolia')).toMatchObject({
    network: 'base-sepolia',
    extra: { name: 'USDC', version: '2' },
  });
});

it('names an address that takes nothing where nobody is paid', () => {
  const [option] = paymentOptions([{ sku: 'email_alert', micros: 100_000 }], billingFor('dev'), RESOURCE);

  expect(option.payTo).toMatch(/^0x0{40}$/);
});

it.each([
  [100_000, '0.10 USD'],
  [50_000, '0.05 USD'],
  [1_000, '0.001 USD'],
  [250_001, '0.250001 USD'],
  [29_000_000, '29.00 USD'],
])('%i millionths are %s', (micros, words) => {
  expect(inUsd(micros)).toBe(words);
});

it('says how many of what, and what each is', () => {
  const some: Charge[] = [
    { sku: 'extra_endpoint', micros: 100_000 },
    { sku: 'extra_endpoint', micros: 100_000 },
    { sku: 'email_alert', micros: 100_000 },
  ];

  expect(chargesInWords(some)).toBe(
    '2 × an extra monitor (0.10 USD each), an extra e-mail alert registration (0.10 USD)',
  );
});
