import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jsonLog } from '../../../lib/runtime/report/log.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { captureOutputs, KeptSecrets } from '../../support/accounts/kept-secrets.ts';
import { heal } from '../../support/money/paid-fairly.ts';
import { callPaying, fullGuest, MONITOR, paymentFor, startTill } from '../../support/money/till.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { wholeTable } from '../../support/table/whole-table.ts';
import { fresh } from '../../support/service/shared.ts';

let secrets: KeptSecrets;
let written: string[];
const till = fresh(() => startTill({ log: jsonLog }));
beforeEach(() => {
  secrets = new KeptSecrets();
  written = captureOutputs();
});
afterEach(() => void vi.restoreAllMocks());

/** A call that pays under some fault, and the secrets of its payment. */
async function paidBadly(fail: () => { end(): void } | undefined): Promise<void> {
  heal(till);
  const alice = await fullGuest(till);
  const wallet = new Wallet();
  const asked = await alice.call('POST', '/api/endpoints', MONITOR);
  const header = secrets.keep('X-PAYMENT', await paymentFor(till, asked, { wallet }));
  const { signature, authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload;
  secrets.keep('signature', String(signature).slice(2));
  secrets.keep('nonce', String(authorization.nonce).slice(2));
  secrets.keep('payer', wallet.address.slice(2));
  secrets.keep('guest token', alice.token);
  const failing = fail();
  await callPaying(till, alice, header);
  failing?.end();
  till.service.clock.advance(420);
  await till.service.check();
  till.node.ways = {};
  till.service.clock.advance(8_000);
  await till.service.check();
}

it('no log line holds a payment, its payer, or where anybody is asked; no row a signature once it is over', async () => {
  secrets.keep('facilitator', till.facilitator.url);
  secrets.keep('node', till.node.url);
  const { facilitator, node } = till;
  const words = () => secrets.text;
  await paidBadly(() => void (facilitator.verifyWays = { fault: 'reset' }));
  await paidBadly(() => void (facilitator.verifyWays = { refuses: secrets.text.slice(0, 900) }));
  await paidBadly(() => void (node.ways = { error: { code: -32000, message: secrets.text } }));
  await paidBadly(() => void (facilitator.settleWays = { fault: 'html 502' }));
  await paidBadly(() => void (facilitator.settleWays = { refuses: secrets.text.slice(0, 900) }));
  await paidBadly(() => {
    facilitator.settleWays = { fault: 'reset', movesMoney: true };
    const meanwhile = async () => (node.ways = { fault: 'reset' });
    facilitator.settleWays = { ...facilitator.settleWays, meanwhile };
    return undefined;
  });
  await paidBadly(() => {
    const meanwhile = async () => (node.ways = { hidesReceipts: true });
    facilitator.settleWays = { fault: 'reset', movesMoney: true, meanwhile };
    return undefined;
  });
  for (const command of ['PutItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'])
    await paidBadly(() => failTable(till.service, (each) => each === command, { words }));

  const codes = new Set(written.flatMap((line) => /"code":"(\w+)"/.exec(line)?.[1] ?? []));
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'facilitator_unavailable',
      'payment_unknown',
      'payment_not_given',
      'check_failed',
    ]),
  );
  expect(secrets.in(written.join('\n'))).toEqual([]);
  const kept = JSON.stringify((await wholeTable(till.service)).filter(({ state }) => state !== 'held'));
  for (const signature of secrets.of('signature')) expect(kept).not.toContain(signature);
  for (const header of secrets.of('X-PAYMENT')) expect(kept).not.toContain(header);
});
