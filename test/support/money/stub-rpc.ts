import type { ServerResponse } from 'node:http';
import type { ChainLog } from '../../../lib/domain/billing/x402/chain-outcome.ts';
import { answerWith, serveJson, type HttpFault } from '../faults/http-fault.ts';
import type { PaperChain } from './paper-chain.ts';

/** What a node does instead of what it should. */
export interface NodeWays {
  fault?: HttpFault;
  /** Its answer to one method alone is at fault. */
  method?: string;
  /** It answers every call with an error. */
  error?: { code: number; message: string };
  /** It answers with what was asked before: its id is another one. */
  isOutOfOrder?: boolean;
  /** It has no receipts yet. */
  hidesReceipts?: boolean;
  /** It has no events yet. */
  hidesEvents?: boolean;
  /** Its blocks were replaced by others: it says so of the events in them. */
  isReplaced?: boolean;
  /** Transactions have failed, whatever else their receipts say. */
  isReverted?: boolean;
}

interface RpcCall {
  id: number;
  method: string;
  params: any[]; // oxlint-disable-line typescript/no-explicit-any
}

/** A node of a paper chain over HTTP, with the reads of JSON-RPC that the service makes. */
export class StubRpc {
  readonly url: string;
  readonly calls: RpcCall[] = [];
  ways: NodeWays = {};
  readonly stop: () => Promise<void>;
  readonly #chain: PaperChain;

  static async start(chain: PaperChain): Promise<StubRpc> {
    let stub: StubRpc | undefined;
    const server = await serveJson(async (_, body, res) => stub?.answer(body as RpcCall, res));
    stub = new StubRpc(chain, server);
    return stub;
  }

  private constructor(chain: PaperChain, { url, stop }: Pick<StubRpc, 'url' | 'stop'>) {
    this.#chain = chain;
    this.url = url;
    this.stop = stop;
  }

  answer(call: RpcCall, res: ServerResponse): void {
    this.calls.push(call);
    const { fault, method, error, isOutOfOrder } = this.ways;
    const isAtFault = method === undefined || method === call.method;
    const id = isAtFault && isOutOfOrder ? call.id - 1 : call.id;
    const outcome = isAtFault && error ? { error } : { result: this.#resultOf(call) };
    answerWith(res, { jsonrpc: '2.0', id, ...outcome }, (isAtFault && fault) || null);
  }

  #resultOf({ method, params }: RpcCall): unknown {
    const chain = this.#chain;
    const [first] = params;
    if (method === 'eth_chainId') return hex(BigInt(chain.chainId));
    if (method === 'eth_getBlockByNumber')
      return { number: hex(chain.block), timestamp: hex(chain.timeSec), hash: `0x${'0'.repeat(64)}` };
    if (method === 'eth_call') return word(this.#isUsed(first.data as string, BigInt(params[1] as string)));
    if (method === 'eth_getLogs') return this.#logs(first);
    if (method === 'eth_getTransactionReceipt') return this.#receipt(first as string);
    throw new Error(`The stub knows no ${method}.`);
  }

  #isUsed(data: string, block: bigint): boolean {
    if (data.length !== 2 + 8 + 128 || !data.startsWith('0xe94a0102'))
      throw new Error(`The stub knows no call of ${data}.`);
    const [from, nonce] = [`0x${data.slice(34, 74)}`, `0x${data.slice(74)}`];
    const used = this.#chain.usedBy(from, nonce);
    return used !== undefined && this.#blockOf(used) <= block;
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  #logs({ address, topics: [events, from, nonce], fromBlock, toBlock }: any): unknown[] {
    if (this.ways.hidesEvents || address.toLowerCase() !== this.#chain.asset) return [];
    return this.#chain.transactions
      .filter(({ block }) => block >= BigInt(fromBlock) && block <= BigInt(toBlock))
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => events.includes(topics[0]) && topics[1] === from && topics[2] === nonce)
      .map((log) => this.#wire(log));
  }

  #receipt(hash: string): unknown {
    const found = this.#chain.transactions.find((each) => each.hash === hash);
    if (!found || this.ways.hidesReceipts) return null;
    return {
      transactionHash: hash,
      blockNumber: hex(found.block),
      status: this.ways.isReverted ? '0x0' : '0x1',
      logs: found.logs.map((log) => this.#wire(log)),
    };
  }

  /** As nodes write it: names in other cases, more fields than are read. */
  #wire(log: ChainLog) {
    return {
      address: `0x${log.address.slice(2).toUpperCase()}`,
      topics: log.topics,
      data: log.data,
      logIndex: hex(BigInt(log.index)),
      transactionHash: log.transaction,
      blockNumber: hex(this.#blockOf(log)),
      removed: this.ways.isReplaced ?? false,
    };
  }

  #blockOf({ transaction }: ChainLog): bigint {
    return this.#chain.transactions.find(({ hash }) => hash === transaction)?.block ?? 0n;
  }
}

function hex(number: bigint): string {
  return `0x${number.toString(16)}`;
}

function word(flag: boolean): string {
  return `0x${(flag ? '1' : '0').padStart(64, '0')}`;
}
