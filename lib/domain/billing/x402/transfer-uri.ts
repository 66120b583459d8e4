import { NETWORKS, type Network } from './network.ts';

/**
 * What a wallet reads as a transfer of USDC to an address, of an amount that the payer enters. Source: ERC-681, whose
 * target is the contract and whose `address` is the first argument of `transfer`.
 */
export function transferUri(network: Network, payTo: string): string {
  const { chainId, usdc } = NETWORKS[network];
  return `ethereum:${usdc.address}@${chainId}/transfer?address=${payTo}`;
}
