import { randomBytes } from 'node:crypto';
import {
  EVENTS,
  type ChainLog,
  addressWord,
  uintWord,
} from '../../../lib/domain/billing/x402/chain-outcome.ts';
import { NETWORKS } from '../../../lib/domain/billing/x402/network.ts';
import type { Authorization } from '../../../lib/domain/billing/payment.ts';

/** A transaction that is in a block. */
export interface PaperTransaction {
  hash: string;
  block: bigint;
  logs: ChainLog[];
}

/** What a test has a transfer be instead of what was signed. */
export type OtherTransfer = Partial<{ to: string; value: bigint }>;

/**
 * USDC on a chain in memory: who used which nonce, and the events of that. Signatures are not its business; a wallet has
 * what it needs unless it is `drained`.
 */
export class PaperChain {
  chainId = NETWORKS['base-sepolia'].chainId;
  readonly asset = NETWORKS['base-sepolia'].usdc.address.toLowerCase();
  block = 1_000n;
  /** By how much its clock is ahead of ours, or behind. */
  aheadSec = 0n;
  readonly transactions: PaperTransaction[] = [];
  readonly drained = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get timeSec(): bigint {
    return BigInt(Math.floor(this.#now() / 1000)) + this.aheadSec;
  }

  /** The event by which a nonce was used up. */
  usedBy(from: string, nonce: string): ChainLog | undefined {
    const [payer, used] = [addressWord(from), nonce.toLowerCase()];
    return this.transactions
      .flatMap(({ logs }) => logs)
      .find(({ topics }) => topics[0] !== EVENTS.transfer && topics[1] === payer && topics[2] === used);
  }

  /** What was paid to an address, in millionths; with `payer` by that one alone. */
  paidTo(address: string, payer?: string): bigint {
    return this.transactions
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => topics[0] === EVENTS.transfer && topics[2] === addressWord(address))
      .filter(({ topics }) => payer === undefined || topics[1] === addressWord(payer))
      .reduce((sum, { data }) => sum + BigInt(data), 0n);
  }

  /** Carries an authorization out, in a block of its own; gives the transaction. Throws as the contract does. */
  transfer(authorization: Authorization, over: OtherTransfer = {}): string {
    const { from, to, value, validAfter, validBefore, nonce } = authorization;
    if (this.usedBy(from, nonce)) throw new Error('FiatTokenV2: authorization is used or canceled');
    if (this.timeSec <= validAfter) throw new Error('FiatTokenV2: authorization is not yet valid');
    if (this.timeSec >= validBefore) throw new Error('FiatTokenV2: authorization is expired');
    if (this.drained.has(from)) throw new Error('ERC20: transfer amount exceeds balance');
    return this.#mine([
      [[EVENTS.authorizationUsed, addressWord(from), nonce.toLowerCase()], '0x'],
      [[EVENTS.transfer, addressWord(from), addressWord(over.to ?? to)], uintWord(over.value ?? value)],
    ]);
  }

  /** Has the payer take an authorization back. */
  cancel({ from, nonce }: Pick<Authorization, 'from' | 'nonce'>): string {
    if (this.usedBy(from, nonce)) throw new Error('FiatTokenV2: authorization is used or canceled');
    return this.#mine([[[EVENTS.authorizationCanceled, addressWord(from), nonce.toLowerCase()], '0x']]);
  }

  #mine(events: [topics: string[], data: string][]): string {
    this.block += 1n;
    const hash = `0x${randomBytes(32).toString('hex')}`;
    const logs = events.map(([topics, data], at) => ({
      address: this.asset,
      topics,
      data,
      index: 3 + at,
      transaction: hash,
    }));
    this.transactions.push({ hash, block: this.block, logs });
    return hash;
  }
}
