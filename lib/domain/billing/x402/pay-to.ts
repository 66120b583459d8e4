import { keccak_256 } from '@noble/hashes/sha3.js';
import { NETWORKS, type Network } from './network.ts';

export const PAY_TO_RULE =
  'the address that is paid: 0x and 40 hex digits, such as 0x52908400098527886E0F7030069857D2E4169EE7, whose capitals are right where it has both kinds of letters';

/**
 * Whether a text is an address that somebody can hold: a transfer to the zero address is refused by the contract, and
 * capitals that do not fit are a slip of the pen. Source: EIP-55.
 */
export function isPayTo(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0{40}$/.test(text) && hasItsCapitals(text.slice(2));
}

function hasItsCapitals(digits: string): boolean {
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase()))).toString('hex');
  const spelled = [...digits.toLowerCase()].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return spelled.join('') === digits;
}

/**
 * What a wallet reads as a transfer of USDC to an address, of an amount that the payer enters. Source: ERC-681, whose
 * target is the contract and whose `address` is the first argument of `transfer`.
 */
export function transferUri(network: Network, payTo: string): string {
  const { chainId, usdc } = NETWORKS[network];
  return `ethereum:${usdc.address}@${chainId}/transfer?address=${payTo}`;
}
