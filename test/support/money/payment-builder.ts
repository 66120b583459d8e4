import { NETWORKS } from '../../../lib/domain/billing/x402/network.ts';
import type { Authorization, Payment } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../../../lib/domain/billing/x402/requirement.ts';

export const PAY_TO = '0x00000000000000000000000000000000000Fee01';
export const PAYER = '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23';
export const NONCE = `0x${'1f'.repeat(32)}`;
/** The moment the built payment is for. */
export const PAY_AT = Date.UTC(2026, 0, 15, 12);
const PAY_AT_SEC = BigInt(PAY_AT / 1000);

/** 0.10 USDC on base-sepolia. */
export function requirement(over: Partial<PaymentRequirement> = {}): PaymentRequirement {
  const { address, name, version } = NETWORKS['base-sepolia'].usdc;
  return {
    scheme: 'exact',
    network: 'base-sepolia',
    maxAmountRequired: '100000',
    resource: 'https://rollcall.example/api/endpoints',
    description: 'an extra monitor (0.10 USD)',
    mimeType: 'application/json',
    payTo: PAY_TO,
    maxTimeoutSeconds: 120,
    asset: address,
    extra: { name, version },
    ...over,
  };
}

/** A payment that is what `requirement()` asks for at `PAY_AT`; nobody has signed it. */
export function payment(over: Partial<Authorization> = {}, network = 'base-sepolia'): Payment {
  return {
    network,
    signature: `0x${'ab'.repeat(64)}1b`,
    authorization: {
      from: PAYER,
      to: PAY_TO.toLowerCase(),
      value: 100_000n,
      validAfter: PAY_AT_SEC - 600n,
      validBefore: PAY_AT_SEC + 120n,
      nonce: NONCE,
      ...over,
    },
  };
}

/** What a caller sends as X-PAYMENT. */
export function headerOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
