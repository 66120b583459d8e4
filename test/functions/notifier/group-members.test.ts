import { expect, it } from 'vitest';
import type { AlertRef } from '../../../lib/adapters/queue.ts';
import { deliverGroup } from '../../../lib/flows/alerts/deliver.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { checkWithQueueDown, consentPathIn, ledgerOf, pendingOf } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { failing, watchingTable, type TableCall } from '../../support/table/watching-table.ts';

const service = shared(startTestService);

/** A failed monitor of an owner of its own; nothing of it is told yet. */
async function failed(fields: Record<string, unknown>): Promise<string> {
  const { id } = await (await service.guest()).createMonitor({ interval_sec: 86_400, ...fields });
  await service.fail(id);
  return id;
}

async function refsOf(ids: readonly string[]): Promise<AlertRef[]> {
  const messages = (await Promise.all(ids.map((id) => pendingOf(service, id)))).flat();
  return messages.filter((message) => message.kind === 'alert');
}
const deliverRefs = (refs: readonly AlertRef[]) => deliverGroup(notifierDeps(service.core, noMetrics), refs);
const deliver = async (...ids: string[]) => deliverRefs(await refsOf(ids));

it('alerts of two owners to one mailbox are two mails: neither hears of the other', async () => {
  const to = 'team@example.com';
  const ids = [
    await failed({ name: 'backup A', alert_to: to }),
    await failed({ name: 'backup B', alert_to: to }),
  ];
  await service.drain();
  for (const question of service.mailbox.messages()) {
    const path = consentPathIn(question.text);
    await service.call('POST', `${path}/confirm`);
  }
  await checkWithQueueDown(service);

  await deliver(...ids);

  const mails = service.mailbox.messages().filter(({ subject }) => subject.endsWith('reported a failure'));
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text?.includes('backup A')).toBe(!text?.includes('backup B'));
});

it('a group comes again at the time of its earliest member', async () => {
  await using receiver = await startReceiver();
  receiver.answer = 500;
  const later = await failed({ alert_url: receiver.url });
  await checkWithQueueDown(service);
  const firstSec = (await deliver(later)) ?? 0;
  service.clock.advance(firstSec);
  expect(await deliver(later)).toBeGreaterThanOrEqual(300);
  const sooner = await failed({ alert_url: receiver.url });
  await checkWithQueueDown(service);

  const waitSec = await deliver(later, sooner);

  expect(waitSec).toBeGreaterThanOrEqual(60);
  expect(waitSec).toBeLessThanOrEqual(72);
  expect(receiver.received).toHaveLength(3);
});

it('a group of which one member is told and another waits comes again when that may be tried', async () => {
  await using receiver = await startReceiver();
  receiver.answer = 500;
  const waiting = await failed({ alert_url: receiver.url });
  await checkWithQueueDown(service);
  const waitSec = (await deliver(waiting)) ?? 0;
  receiver.answer = 200;
  service.clock.advance(20);
  const ready = await failed({ alert_url: receiver.url });
  await checkWithQueueDown(service);

  expect(await deliver(waiting, ready)).toBe(waitSec - 20);

  expect(receiver.received).toHaveLength(2);
  expect(await pendingOf(service, ready)).toEqual([]);
});

it('the owner of a group in a chat is read once for the message', async () => {
  await using receiver = await startReceiver();
  const alert_url = `${receiver.url}/hooks/${'a1b2c3d4e5'.repeat(2)}f6g7h8`;
  const owner = await service.guest();
  const ids: string[] = [];
  for (const name of ['backup A', 'backup B']) {
    const { id } = await owner.createMonitor({ name, interval_sec: 86_400, alert_url });
    await service.fail(id);
    ids.push(id);
  }
  await checkWithQueueDown(service);
  const refs = await refsOf(ids);
  let reads = 0;
  const before = ({ command, input }: TableCall) => {
    if (command === 'GetItemCommand' && JSON.stringify(input).includes('OWNER#')) reads += 1;
  };

  await watchingTable(service, { before }, () => deliverRefs(refs));

  expect(
    receiver.received.map(({ text }) => ['backup A', 'backup B'].map((name) => text.includes(name))),
  ).toEqual([[true, true]]);
  expect(reads).toBe(1);
});

it('a member that cannot be read, or of which nothing can be written, holds up no other', async () => {
  await using receiver = await startReceiver();
  const ids: string[] = [];
  for (let each = 0; each < 3; each++) ids.push(await failed({ alert_url: receiver.url }));
  await checkWithQueueDown(service);
  const [unread, unwritten] = ids;
  const refs = await refsOf(ids);
  const isFault = ({ command, input }: TableCall) => {
    const text = JSON.stringify(input);
    if (command.startsWith('Query')) return text.includes(`MON#${unread}`);
    return text.includes(`MON#${unwritten}`) && text.includes('list_append');
  };

  const delivered = watchingTable(service, { before: failing(isFault) }, () => deliverRefs(refs));
  await expect(delivered).rejects.toThrow('out of reach');

  const told = await Promise.all(ids.map((id) => ledgerOf(service, id)));
  expect(told.flat().map(({ state, claimedUntil }) => [state, claimedUntil])).toEqual([
    ['pending', null],
    ['pending', null],
    ['sent', null],
  ]);
});

it('a member that is not to be told any more, of which that cannot be written, is let go', async () => {
  await using receiver = await startReceiver();
  const owner = await service.guest();
  const { id } = await owner.createMonitor({ interval_sec: 86_400, alert_url: receiver.url });
  await service.fail(id);
  await checkWithQueueDown(service);
  const refs = await refsOf([id]);
  await owner.remove(id);
  const isSettling = ({ input }: TableCall) => JSON.stringify(input).includes('list_append');

  const delivered = watchingTable(service, { before: failing(isSettling) }, () => deliverRefs(refs));
  await expect(delivered).rejects.toThrow('out of reach');

  expect(await ledgerOf(service, id)).toMatchObject([{ state: 'pending', claimedUntil: null }]);
  await deliverRefs(refs);
  expect(await ledgerOf(service, id)).toMatchObject([{ state: 'skipped' }]);
  expect(receiver.received).toEqual([]);
});
