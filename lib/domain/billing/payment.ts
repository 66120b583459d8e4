import type { Instant } from '../instant.ts';

/** A transfer that its payer has signed (EIP-3009 `transferWithAuthorization`). Hex is in lower case. */
export interface Authorization {
  /** 0x and 40 hex digits, as `to`. */
  from: string;
  to: string;
  /** In the smallest unit of the asset: millionths of a USDC. */
  value: bigint;
  /** Seconds since 1970, as `validBefore`: holds after the one and before the other. */
  validAfter: bigint;
  validBefore: bigint;
  /** 0x and 64 hex digits. */
  nonce: string;
}

/**
 * What a caller pays with (x402 version 1, scheme `exact`). Whoever holds it can have it settled until its window ends,
 * so it reaches no log.
 */
export interface Payment {
  /** As the caller names it; `localChecks` holds it against what is asked for. */
  network: string;
  /** 0x and hex in lower case: 65 bytes of a key, or more of a smart wallet. */
  signature: string;
  authorization: Authorization;
}

/** By which a payment is known: hex in lower case, so that no spelling makes two of one. */
export interface PaymentId {
  network: string;
  asset: string;
  from: string;
  nonce: string;
}

/** The nonce of an authorization counts for its payer at one contract of one chain (EIP-3009). */
export function paymentId({ network, authorization: { from, nonce } }: Payment, asset: string): PaymentId {
  return { network, asset: asset.toLowerCase(), from: from.toLowerCase(), nonce: nonce.toLowerCase() };
}

/** A payment as a facilitator reads it. */
export function wirePayment({ network, signature, authorization }: Payment) {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return {
    x402Version: 1 as const,
    scheme: 'exact' as const,
    network,
    payload: {
      signature,
      authorization: {
        from,
        to,
        value: String(value),
        validAfter: String(validAfter),
        validBefore: String(validBefore),
        nonce,
      },
    },
  };
}

/** A payment in the words of x402 version 1. */
export type WirePayment = ReturnType<typeof wirePayment>;

/** The same read back. */
export function paymentOfWire({ network, payload: { signature, authorization } }: WirePayment): Payment {
  const { value, validAfter, validBefore, ...rest } = authorization;
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  return { network, signature, authorization: { ...rest, value: BigInt(value), ...times } };
}

/** Whole seconds since 1970, as authorizations and blocks count them. */
export function secondsOf(at: Instant): bigint {
  return BigInt(Math.floor(at / 1000));
}
