import { beforeEach, expect, it } from 'vitest';
import { runCheck } from '../../../functions/checker/checker.ts';
import { hashOf } from '../../../lib/adapters/ids.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { getPayment } from '../../../lib/data/billing/payments.ts';
import { ownerOfGuestToken } from '../../../lib/data/owners.ts';
import { paymentOfWire } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRecord } from '../../../lib/domain/billing/payment-record.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { noChecks } from '../../support/alerts/alerting.ts';
import { unconfirmedPayment, putPayments } from '../../support/money/unconfirmed-payments.ts';
import { fresh } from '../../support/service/shared.ts';
import { fullGuest, slotsOf, startTill } from '../../support/money/till.ts';
import { rounds } from '../../support/thorough.ts';

let spaceId: string;

const till = fresh(startTill);
const alice = fresh(() => fullGuest(till));
beforeEach(async () => {
  const owner = await ownerOfGuestToken(till.service.core.table, hashOf(alice.token));
  spaceId = owner?.spaces[0] ?? '';
});

/** Some payments of one moment, each due a moment after the one before. */
async function reserved(count: number): Promise<PaymentRecord[]> {
  const { table, clock } = till.service.core;
  const unconfirmed = Array.from({ length: count }, () => unconfirmedPayment(spaceId, clock.now()));
  const inTurn = unconfirmed.map((each, at) => ({ ...each, dueAt: (each.dueAt ?? 0) + at }));
  await putPayments(table, inTurn);
  return inTurn;
}

/** A check that keeps its messages, and how often the chain had been asked when the first of them was sent. */
async function check(hasTime = () => true) {
  const sent: QueueMessage[] = [];
  let askedBefore: number | undefined;
  const queue = {
    send: async (messages: readonly QueueMessage[]) => {
      askedBefore ??= till.node.calls.length;
      sent.push(...messages);
    },
    postpone: async () => {},
    deadLetter: async () => {},
  };
  till.node.calls.length = 0;
  const deps = { ...till.service.core, queue, checks: noChecks, metrics: noMetrics };
  const report = await runCheck(deps, hasTime);
  return { report, sent, askedBefore, asked: till.node.calls.length };
}

const nowOf = (payment: PaymentRecord) => getPayment(till.service.core.table, payment);
const statesOf = async (payments: readonly PaymentRecord[]) =>
  (await Promise.all(payments.map(nowOf))).map((payment) => payment?.state);
/** A monitor that the next check finds silent; what is due in the same moment is due before it. */
const silent = async () => {
  await alice.remove((await alice.monitors())[0].id);
  const { id } = await alice.createMonitor({
    name: 'job',
    interval_sec: 300,
    alert_url: 'https://example.com/hook',
  });
  await till.service.ping(id);
};

it('a chain that cannot be asked is asked once a run, and stops no monitor', async () => {
  const unconfirmed = await reserved(40);
  await silent();
  till.service.clock.advance(700);
  till.node.ways = { fault: 'reset' };

  const { report, sent, asked } = await check();

  expect(asked).toBe(1);
  expect(report).toMatchObject({ failed: 1, finished: true });
  expect(sent).not.toEqual([]);
  expect(new Set(await statesOf(unconfirmed))).toEqual(new Set(['held']));
});

it('alerts do not wait for the chain', async () => {
  await reserved(rounds(20, 1_000));
  await silent();
  till.service.clock.advance(700);

  const { report, askedBefore, asked } = await check();

  expect(askedBefore).toBe(0);
  expect(asked).toBeGreaterThan(20);
  expect(report.failed).toBe(0);
});

it('payments are looked at while there is time, the longest due first, and the rest by the next check', async () => {
  const unconfirmed = await reserved(40);
  till.service.clock.advance(700);
  const first = await check(() => till.node.calls.length < 21);
  const states = await statesOf(unconfirmed);
  const released = states.filter((state) => state === 'failed').length;
  expect(released).toBeGreaterThan(3);
  expect(released).toBeLessThan(30);
  expect(states.slice(0, released)).toEqual(Array.from({ length: released }, () => 'failed'));
  expect(first.report).toMatchObject({ failed: 0, finished: true });

  await check();
  expect(new Set(await statesOf(unconfirmed))).toEqual(new Set(['failed']));
});

it('one payment that the chain does not answer of holds up no other for longer than a check', async () => {
  const [first, ...others] = await reserved(5);
  if (!first?.sent) throw new Error('Nothing is reserved.');
  till.chain.transfer({ ...paymentOfWire(first.sent).authorization });
  till.service.clock.advance(700);
  till.node.ways = { method: 'eth_getLogs', error: { code: -32000, message: 'no such block' } };

  expect((await check()).report.failed).toBe(1);
  expect(await statesOf(others)).toEqual(['held', 'held', 'held', 'held']);
  till.service.clock.advance(300);
  expect((await check()).report.failed).toBe(1);

  expect(await statesOf([first, ...others])).toEqual(['held', 'failed', 'failed', 'failed', 'failed']);
});

it('a payment that is unclear an hour after its end makes each check fail, so that the alarm rings', async () => {
  const [unconfirmed] = await reserved(1);
  if (!unconfirmed?.sent) throw new Error('Nothing is reserved.');
  till.chain.transfer(paymentOfWire(unconfirmed.sent).authorization);
  till.node.ways = { hidesReceipts: true };
  till.service.clock.advance(300);
  expect((await check()).report.failed).toBe(0);
  till.service.clock.advance(3_600);

  expect((await check()).report.failed).toBe(1);
  expect(till.service.logged).toContain('payment_unclear');
  till.service.clock.advance(300);
  expect((await check()).report.failed).toBe(1);

  till.node.ways = {};
  till.service.clock.advance(300);
  expect((await check()).report.failed).toBe(0);
  expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
});
