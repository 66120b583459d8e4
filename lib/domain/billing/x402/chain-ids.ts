/** The chains that USDC is paid on (EIP-155), which is all that a browser needs of them. */
export const CHAIN_IDS = { base: 8453, 'base-sepolia': 84532 } as const;
