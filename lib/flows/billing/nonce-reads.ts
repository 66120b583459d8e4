import type { Block, Chain } from '../../adapters/billing/chain.ts';
import type { ChainLog, ChainReads } from '../../domain/billing/x402/chain-outcome.ts';
import type { Payment } from '../../domain/billing/payment.ts';

/** Nodes give the events of so many blocks at once. */
const BLOCKS_AT_ONCE = 500n;
/** Of two seconds a block, some five and a half hours: an authorization ends within minutes. */
const RANGES_MAX = 20;

/** Whether the nonce of a payment is used by the end of the newest block, and which that is. Throws `ChainUnavailable`. */
export async function nonceNow(
  chain: Chain,
  { authorization: { from, nonce } }: Payment,
  asset: string,
): Promise<Block & { isUsed: boolean }> {
  const block = await chain.head();
  return { ...block, isUsed: await chain.isUsed({ asset, from, nonce }, block.number) };
}

/**
 * What the chain says of a payment now, all as of one block. `fromBlock` is one at whose end the nonce was not used yet.
 * Throws `ChainUnavailable`.
 */
export async function authorizationReads(
  chain: Chain,
  payment: Payment,
  { asset, fromBlock }: { asset: string; fromBlock: bigint },
): Promise<ChainReads> {
  const { number, timeSec, isUsed } = await nonceNow(chain, payment, asset);
  const { from, nonce } = payment.authorization;
  const usedBy = isUsed ? await eventOf(chain, { asset, from, nonce }, { fromBlock, toBlock: number }) : null;
  const receipt = usedBy && (await chain.receipt(usedBy.transaction));
  return { timeSec, isUsed, usedBy, receipt };
}

async function eventOf(
  chain: Chain,
  nonceAt: Parameters<Chain['usedBy']>[0],
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<ChainLog | null> {
  let from = fromBlock;
  for (let ranges = 0; ranges < RANGES_MAX && from <= toBlock; ranges++) {
    const last = from + BLOCKS_AT_ONCE - 1n;
    const found = await chain.usedBy(nonceAt, from, last < toBlock ? last : toBlock);
    if (found) return found;
    from = last + 1n;
  }
  return null;
}
