import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createTestClient,
  encodeFunctionData,
  http,
  parseAbi,
  parseSignature,
  publicActions,
  walletActions,
  type Hex,
} from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { NETWORKS } from '../../../lib/domain/billing/x402/network.ts';
import type { Payment } from '../../../lib/domain/billing/payment.ts';
import type { Wallet } from '../../support/money/wallet.ts';

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function run(address target, bytes[] calls)',
]);
/** Where USDC is on base-sepolia, so that clients know it. */
export const USDC = NETWORKS['base-sepolia'].usdc.address as Hex;
/** Where Multicall3 is on every chain. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const BATCH = '0x00000000000000000000000000000000000ba7c4';
const CANCEL_TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** A client of anvil that may do all, with the account that anvil gives ether to. */
export function anvilClient(url: string) {
  return createTestClient({
    mode: 'anvil',
    chain: baseSepolia,
    transport: http(url),
    account: mnemonicToAccount('test test test test test test test test test test test junk'),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type AnvilClient = ReturnType<typeof anvilClient>;

/** USDC on the chain of an anvil. */
export class UsdcChain {
  readonly #client: AnvilClient;

  static async on(client: AnvilClient): Promise<UsdcChain> {
    const code = codeOfContracts();
    await client.setCode({ address: USDC, bytecode: code.TestUsdc });
    await client.setCode({ address: MULTICALL, bytecode: code.TestMulticall });
    await client.setCode({ address: BATCH, bytecode: code.TestBatch });
    return new UsdcChain(client);
  }

  private constructor(client: AnvilClient) {
    this.#client = client;
  }

  async mint(to: string, value: bigint): Promise<void> {
    await this.#send(USDC, encodeFunctionData({ abi: ABI, functionName: 'mint', args: [to as Hex, value] }));
  }

  balanceOf(owner: string): Promise<bigint> {
    const args = [owner as Hex] as const;
    return this.#client.readContract({ address: USDC, abi: ABI, functionName: 'balanceOf', args });
  }

  /** Carries signed transfers out, in one transaction. */
  async transferAll(payments: readonly Payment[]): Promise<void> {
    const args = [USDC, payments.map(transferCall)] as const;
    await this.#send(BATCH, encodeFunctionData({ abi: ABI, functionName: 'run', args }));
  }

  /** Has a payer take an authorization back. */
  async cancel(wallet: Wallet, nonce: string): Promise<void> {
    const signature = await privateKeyToAccount(wallet.key).signTypedData({
      domain: { name: 'USDC', version: '2', chainId: baseSepolia.id, verifyingContract: USDC },
      types: CANCEL_TYPES,
      primaryType: 'CancelAuthorization',
      message: { authorizer: wallet.address as Hex, nonce: nonce as Hex },
    });
    const args = [wallet.address as Hex, nonce as Hex, ...partsOf(signature)] as const;
    await this.#send(USDC, encodeFunctionData({ abi: ABI, functionName: 'cancelAuthorization', args }));
  }

  async #send(to: Hex, data: Hex): Promise<void> {
    const hash = await this.#client.sendTransaction({ to, data });
    const { status } = await this.#client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error('A transaction of the test failed.');
  }
}

function transferCall({ signature, authorization }: Payment): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const args = [
    from as Hex,
    to as Hex,
    value,
    validAfter,
    validBefore,
    nonce as Hex,
    ...partsOf(signature as Hex),
  ] as const;
  return encodeFunctionData({ abi: ABI, functionName: 'transferWithAuthorization', args });
}

function partsOf(signature: Hex): [v: number, r: Hex, s: Hex] {
  const { r, s, yParity } = parseSignature(signature);
  return [27 + yParity, r, s];
}

/** The code of contracts.sol, as it is kept beside it. */
export function codeOfContracts(): Record<'TestUsdc' | 'TestMulticall' | 'TestBatch', Hex> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'contracts.json'), 'utf8'));
}
