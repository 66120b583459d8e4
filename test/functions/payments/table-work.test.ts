import { expect, it } from 'vitest';
import { failTable } from '../../support/table/failing-table.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { callPaying, fullGuest, MONITOR, paymentFor, startTill } from '../../support/money/till.ts';

const till = shared(startTill);
const dev = shared(startTestService);

/** The calls that a call makes to the table. */
async function tableCalls(service: TestService, make: () => Promise<Reply>): Promise<string[]> {
  const table = failTable(service, () => false);
  const { status } = await make();
  table.end();
  expect(status).toBe(201);
  return table.commands;
}

it('what is free asks the table for the same where payments are taken', async () => {
  const [guest, other] = await Promise.all([till.service.guest(), dev.guest()]);
  const create = { name: 'free', interval_sec: 300 };
  const before = await tableCalls(dev, () => other.call('POST', '/api/endpoints', create));

  expect(await tableCalls(till.service, () => guest.call('POST', '/api/endpoints', create))).toEqual(before);
  expect(before).toHaveLength(3);
});

it('what is paid asks for one read and two writes more, two answers of the facilitator, and the chain before', async () => {
  const alice = await fullGuest(till);
  const payment = await paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR));
  const bob = await dev.guest();
  const free = await tableCalls(dev, () => bob.call('POST', '/api/endpoints', MONITOR));
  const [asked, calls] = [till.facilitator.asked.length, till.node.calls.length];

  const paid = await tableCalls(till.service, () => callPaying(till, alice, payment));

  const reads = (commands: string[]) => commands.filter((name) => /^(Get|BatchGet|Query)/.test(name)).length;
  expect(reads(paid) - reads(free)).toBe(1);
  expect(paid.length - free.length).toBe(3);
  expect(till.facilitator.asked.slice(asked).map(({ path }) => path)).toEqual(['/verify', '/settle']);
  // That a node is on the chain is asked once by each service.
  const methods = till.node.calls.slice(calls).map(({ method }) => method);
  expect(methods.filter((name) => name !== 'eth_chainId')).toEqual(['eth_getBlockByNumber', 'eth_call']);
});
