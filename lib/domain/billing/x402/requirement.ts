import type { Network } from './network.ts';

/** What is asked for: an entry of `accepts` of a 402, and what a facilitator is told (x402 version 1). */
export interface PaymentRequirement {
  scheme: 'exact';
  network: Network;
  /** Millionths of a USDC, in decimal digits. */
  maxAmountRequired: string;
  /** An absolute URL. */
  resource: string;
  description: string;
  mimeType: string;
  /** 0x and 40 hex digits, as `asset`. */
  payTo: string;
  /** For how long a wallet signs. */
  maxTimeoutSeconds: number;
  asset: string;
  /** Of the EIP-712 domain of the asset. */
  extra: { name: string; version: string };
}
