import * as z from 'zod';
import { EVENTS, type ChainLog, addressWord } from '../../domain/billing/x402/chain-outcome.ts';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import { ChainUnavailable } from './chain-unavailable.ts';
import { loadOnce } from '../load-once.ts';
import { postJson } from '../post-json.ts';

export interface Block {
  number: bigint;
  /** Seconds since 1970. */
  timeSec: bigint;
}

/** The nonce of a payer at a contract; hex. */
export interface NonceAt {
  asset: string;
  from: string;
  nonce: string;
}

/** What is read of a chain, each in one call. All throw `ChainUnavailable`. */
export interface Chain {
  head(): Promise<Block>;
  /** Whether a nonce was used or cancelled by the end of a block (`authorizationState` of EIP-3009). */
  isUsed(nonceAt: NonceAt, block: bigint): Promise<boolean>;
  /** The event by which it was, in the blocks from one to another, both with; null where there is none. */
  usedBy(nonceAt: NonceAt, from: bigint, to: bigint): Promise<ChainLog | null>;
  /** The events of a transaction that succeeded; null where its receipt is not there. */
  receipt(transaction: string): Promise<ChainLog[] | null>;
}

export interface ChainOptions {
  /** Of a node's JSON-RPC; it may hold a key, so it reaches no log. */
  url: string;
  network: Network;
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** The first four bytes of keccak256 of `authorizationState(address,bytes32)`. */
const AUTHORIZATION_STATE = '0xe94a0102';

const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const bool = z
  .string()
  .regex(/^0x0{63}[01]$/)
  .transform((word) => word.endsWith('1'));
const log = z
  .object({
    address: hex,
    topics: z.array(hex).max(4),
    data: hex,
    logIndex: quantity,
    transactionHash: hex,
    removed: z.boolean().optional(),
  })
  .transform(({ address, topics, data, logIndex, transactionHash, removed }) => ({
    isRemoved: removed ?? false,
    log: {
      address: address.toLowerCase(),
      topics: topics.map((topic) => topic.toLowerCase()),
      data: data.toLowerCase(),
      index: Number(logIndex),
      transaction: transactionHash.toLowerCase(),
    } satisfies ChainLog,
  }));
const receipt = z.object({ status: hex, logs: z.array(log) }).nullable();
const block = z.object({ number: quantity, timestamp: quantity });

/** A chain by a node's JSON-RPC; that the node is on the network is asked once, before anything else. */
export function openChain({ url, network, timeoutMs = TIMEOUT_MS }: ChainOptions): Chain {
  const ask = rpcOf(url, timeoutMs);
  const onNetwork = loadOnce(async () => {
    const id = await ask('eth_chainId', [], quantity);
    if (id !== BigInt(NETWORKS[network].chainId)) throw new ChainUnavailable('other_chain');
  });
  const read: Rpc = async (method, params, schema) => {
    await onNetwork();
    return ask(method, params, schema);
  };
  return {
    head: async () => {
      const { number, timestamp } = await read('eth_getBlockByNumber', ['latest', false], block);
      return { number, timeSec: timestamp };
    },
    isUsed: ({ asset, from, nonce }, at) => {
      const data = AUTHORIZATION_STATE + addressWord(from).slice(2) + nonce.slice(2);
      return read('eth_call', [{ to: asset, data }, quantityOf(at)], bool);
    },
    usedBy: async ({ asset, from, nonce }, fromBlock, toBlock) => {
      const filter = {
        address: asset,
        topics: [[EVENTS.authorizationUsed, EVENTS.authorizationCanceled], addressWord(from), nonce],
        fromBlock: quantityOf(fromBlock),
        toBlock: quantityOf(toBlock),
      };
      const found = await read('eth_getLogs', [filter], z.array(log));
      return found.find(({ isRemoved }) => !isRemoved)?.log ?? null;
    },
    receipt: async (transaction) => {
      const found = await read('eth_getTransactionReceipt', [transaction], receipt);
      return found && BigInt(found.status) === 1n ? found.logs.map(({ log }) => log) : null;
    },
  };
}

type Rpc = <T>(method: string, params: unknown[], schema: z.ZodType<T>) => Promise<T>;

function rpcOf(url: string, timeoutMs: number): Rpc {
  let calls = 0;
  return async (method, params, schema) => {
    const id = ++calls;
    const reply = await postJson({ url, timeoutMs, body: { jsonrpc: '2.0', id, method, params } });
    if (reply.kind === 'unavailable') throw new ChainUnavailable(reply.why);
    if (reply.answer.status !== 200) throw new ChainUnavailable('status');
    const envelope = z.looseObject({ id: z.literal(id) }).safeParse(reply.answer.json);
    if (!envelope.success) throw new ChainUnavailable('shape');
    if ('error' in envelope.data) throw new ChainUnavailable('node_error');
    const result = schema.safeParse(envelope.data['result']);
    if (!result.success) throw new ChainUnavailable('shape');
    return result.data;
  };
}

function quantityOf(number: bigint): string {
  return `0x${number.toString(16)}`;
}
