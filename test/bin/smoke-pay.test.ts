import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paymentChecks } from '../../lib/local/payment-checks.ts';
import { PaperChain } from '../support/money/paper-chain.ts';
import { StubRpc } from '../support/money/stub-rpc.ts';

const run = promisify(execFile);
const chain = new PaperChain(Date.now);
const EXACT = { x402Version: 1, scheme: 'exact', network: 'base-sepolia' };
let kinds: object[];
let node: StubRpc;
/** A facilitator that only says what it supports. */
const facilitator = createServer((req, res) => {
  res.writeHead(req.url === '/supported' ? 200 : 404, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ kinds }));
});

beforeAll(async () => {
  node = await StubRpc.start(chain);
  facilitator.listen(0, '127.0.0.1');
  await once(facilitator, 'listening');
});
afterAll(async () => {
  facilitator.close();
  await node.stop();
});
beforeEach(() => {
  kinds = [EXACT];
  node.ways = {};
  chain.chainId = 84_532;
});

const urlOf = () => `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}`;
const PROGRAM = join(import.meta.dirname, '../../bin/smoke-pay.ts');

/** What fails, and how. */
async function faults(): Promise<string[]> {
  const checks = await paymentChecks({
    facilitatorUrl: urlOf(),
    rpcUrl: node.url,
    network: 'base-sepolia',
  });
  return checks.flatMap(({ what, fault }) => (fault === null ? [] : [`${what}: ${fault}`]));
}

it('says of each thing that payments need that it is there', async () => {
  const given = ['--facilitator-url', urlOf(), '--rpc-url', node.url, '--pay-network', 'base-sepolia'];
  const { stdout } = await run(process.execPath, [PROGRAM, ...given]);

  expect(stdout.trim().split('\n')).toEqual([
    'ok    the facilitator settles x402 version 1, exact, on base-sepolia',
    'ok    the node is on base-sepolia and gives its newest block',
    'ok    it calls USDC at a block (eth_call)',
    'ok    it gives the events of 500 blocks at once (eth_getLogs)',
    'ok    it gives receipts (eth_getTransactionReceipt)',
  ]);
  const [range] = node.calls.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0]);
  expect(BigInt(range.toBlock) - BigInt(range.fromBlock)).toBe(499n);
});

it.each([
  ['of another version', { ...EXACT, x402Version: 2 }],
  ['of another scheme', { ...EXACT, scheme: 'upto' }],
  ['of another network', { ...EXACT, network: 'base' }],
])('finds a facilitator %s', async (_, kind) => {
  kinds = [kind];

  expect(await faults()).toEqual([
    'the facilitator settles x402 version 1, exact, on base-sepolia: GET /supported does not list it',
  ]);
});

it('finds a node that gives fewer events at once, and one of another chain', async () => {
  node.ways = { method: 'eth_getLogs', error: { code: -32_005, message: 'range too large' } };
  expect(await faults()).toEqual(['it gives the events of 500 blocks at once (eth_getLogs): node_error']);

  node.ways = {};
  chain.chainId = 1;
  expect((await faults())[0]).toMatch(/^the node is on base-sepolia .*: other_chain$/);
});

it('ends with a failure where something fails, or with a sentence on what it cannot do without', async () => {
  kinds = [];
  const given = ['--facilitator-url', urlOf(), '--rpc-url', node.url, '--pay-network', 'base-sepolia'];

  await expect(run(process.execPath, [PROGRAM, ...given])).rejects.toMatchObject({
    stdout: expect.stringMatching(/^FAILS the facilitator settles/),
    code: 1,
  });
  await expect(run(process.execPath, [PROGRAM])).rejects.toMatchObject({
    stderr: expect.stringContaining('--facilitator-url'),
    code: 1,
  });
});
