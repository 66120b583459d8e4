import type { PaymentOffer } from '../api/api-error.ts';
import { CHAIN_IDS } from '../../domain/billing/x402/network.ts';
import { usdText } from '../../render/billing/usd-text.ts';

/** A transfer of USDC that a wallet signs (EIP-3009 `transferWithAuthorization`). */
interface Authorization {
  from: string;
  to: string;
  /** Millionths of a USDC. */
  value: string;
  /** Seconds since 1970. */
  validAfter: string;
  validBefore: string;
  /** 32 random bytes, as 0x and hex digits. */
  nonce: string;
}

/** Clocks differ; a payment that is not valid yet is refused. */
const EARLIER_SEC = 600;

/** `0.10 USDC on Base`. */
export function priceText({ maxAmountRequired, network }: PaymentOffer): string {
  const usd = usdText(Number(maxAmountRequired) / 1_000_000);
  return `${usd} USDC on ${network === 'base' ? 'Base' : 'Base Sepolia'}`;
}

/** What a wallet is to sign for an offer, of `from`, at a time in milliseconds. */
export function authorizationFor(
  offer: PaymentOffer,
  { from, now, nonce }: { from: string; now: number; nonce: string },
): Authorization {
  const sec = Math.floor(now / 1000);
  return {
    from,
    to: offer.payTo,
    value: offer.maxAmountRequired,
    validAfter: String(sec - EARLIER_SEC),
    validBefore: String(sec + offer.maxTimeoutSeconds),
    nonce,
  };
}

/** The same as the typed data of EIP-712, which `eth_signTypedData_v4` takes. */
export function typedDataOf({ network, asset, extra }: PaymentOffer, message: Authorization): object {
  return {
    domain: { ...extra, chainId: CHAIN_IDS[network], verifyingContract: asset },
    primaryType: 'TransferWithAuthorization',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message,
  };
}

/** What `X-PAYMENT` carries (x402 version 1). */
export function paymentHeader(
  { scheme, network }: PaymentOffer,
  payload: { signature: string; authorization: Authorization },
): string {
  return btoa(JSON.stringify({ x402Version: 1, scheme, network, payload }));
}
