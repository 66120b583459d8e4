import { CHAIN_IDS } from '../../domain/billing/x402/network.ts';
import type { PaymentOffer } from '../api/api-error.ts';
import { realNow } from '../state/clock.ts';
import { authorizationFor, paymentHeader, typedDataOf } from './offer.ts';

/** A wallet of the browser (EIP-1193). */
interface Wallet {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

declare global {
  interface Window {
    ethereum?: Wallet;
  }
}

/** Undefined where the browser has none. */
export const walletHere = (): Wallet | undefined => window.ethereum;

/** Has a wallet sign for an offer. Returns `X-PAYMENT`; rejects with what the wallet says, such as that the person declined. */
export async function signedBy(wallet: Wallet, offer: PaymentOffer): Promise<string> {
  const [from] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[];
  if (from === undefined) throw new Error('The wallet has no account.');
  const chainId = `0x${CHAIN_IDS[offer.network].toString(16)}`;
  if ((await wallet.request({ method: 'eth_chainId' })) !== chainId)
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  const authorization = authorizationFor(offer, { from, now: realNow(), nonce: nonce() });
  const signature = await wallet.request({
    method: 'eth_signTypedData_v4',
    params: [from, JSON.stringify(typedDataOf(offer, authorization))],
  });
  return paymentHeader(offer, { signature: String(signature), authorization });
}

function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
