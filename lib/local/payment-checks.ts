import * as z from 'zod';
import { openChain } from '../adapters/billing/chain.ts';
import { ChainUnavailable } from '../adapters/billing/chain-unavailable.ts';
import { getJson } from '../adapters/post-json.ts';
import { NETWORKS, type Network } from '../domain/billing/x402/network.ts';

/** Whom a deployment is about to depend on for payments. */
export interface PaymentServices {
  facilitatorUrl: string;
  rpcUrl: string;
  network: Network;
}

/** One thing that a facilitator or a node has to do; `fault` says in what it fails, null where it does it. */
export interface PaymentCheck {
  what: string;
  fault: string | null;
}

const TIMEOUT_MS = 10_000;
/** What one read of the events of a payment asks a node for. */
const BLOCKS = 500n;
const NOBODY = { from: `0x${'0'.repeat(39)}1`, nonce: `0x${'0'.repeat(64)}` };

const supported = z.object({
  kinds: z.array(z.looseObject({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
});

/** Asks a facilitator what it supports, and a node for every read that payments need. Pays nothing, throws nothing. */
export async function paymentChecks({
  facilitatorUrl,
  rpcUrl,
  network,
}: PaymentServices): Promise<PaymentCheck[]> {
  const chain = openChain({ url: rpcUrl, network, timeoutMs: TIMEOUT_MS });
  const nonceAt = { asset: NETWORKS[network].usdc.address, ...NOBODY };
  const latest = async () => (await chain.head()).number;
  return Promise.all([
    supports(facilitatorUrl, network),
    read(`the node is on ${network} and gives its newest block`, latest),
    read('it calls USDC at a block (eth_call)', async () => chain.isUsed(nonceAt, await latest())),
    read(`it gives the events of ${BLOCKS} blocks at once (eth_getLogs)`, async () => {
      const to = await latest();
      await chain.usedBy(nonceAt, to < BLOCKS ? 0n : to - BLOCKS + 1n, to);
    }),
    read('it gives receipts (eth_getTransactionReceipt)', () => chain.receipt(NOBODY.nonce)),
  ]);
}

async function supports(facilitatorUrl: string, network: Network): Promise<PaymentCheck> {
  const what = `the facilitator settles x402 version 1, exact, on ${network}`;
  return { what, fault: await faultOf(facilitatorUrl, network) };
}

async function faultOf(facilitatorUrl: string, network: Network): Promise<string | null> {
  const reply = await getJson({
    url: `${facilitatorUrl.replace(/\/$/, '')}/supported`,
    timeoutMs: TIMEOUT_MS,
  });
  if (reply.kind === 'unavailable') return `GET /supported: ${reply.why}`;
  if (reply.answer.status !== 200) return `GET /supported: status ${reply.answer.status}`;
  const read = supported.safeParse(reply.answer.json);
  if (!read.success) return 'GET /supported: another shape';
  const isThere = read.data.kinds.some(
    (kind) => kind.x402Version === 1 && kind.scheme === 'exact' && kind.network === network,
  );
  return isThere ? null : 'GET /supported does not list it';
}

async function read(what: string, ask: () => Promise<unknown>): Promise<PaymentCheck> {
  try {
    await ask();
    return { what, fault: null };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { what, fault: error.why };
  }
}
