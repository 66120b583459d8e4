/** The chains that USDC is paid on (EIP-155), which is all that a browser needs of them. */
export const CHAIN_IDS = { base: 8453, 'base-sepolia': 84532 } as const;

/** The chains that USDC is paid on, by their names in x402 version 1. */
export type Network = keyof typeof CHAIN_IDS;

interface Chain {
  chainId: number;
  /** The USDC contract, with the name and version of its EIP-712 domain, which a wallet signs under. */
  usdc: { address: string; name: string; version: string };
  /** Where people look a transaction up, without a final slash. */
  explorer: string;
}

/** Source: Circle's list of USDC contracts, and `name()` and `version()` of each. */
export const NETWORKS: Readonly<Record<Network, Chain>> = {
  base: {
    chainId: CHAIN_IDS.base,
    usdc: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin', version: '2' },
    explorer: 'https://basescan.org',
  },
  'base-sepolia': {
    chainId: CHAIN_IDS['base-sepolia'],
    usdc: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' },
    explorer: 'https://sepolia.basescan.org',
  },
};
