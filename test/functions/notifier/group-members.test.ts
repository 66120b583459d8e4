import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverGroup } from '../../../lib/flows/delivery/deliver.ts';
import { notifierDeps } from '../../../lib/runtime/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/metrics.ts';
import { checkWithQueueDown, pendingOf } from '../../support/alerting.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A failed monitor of an owner of its own; nothing of it is told yet. */
async function failed(fields: Record<string, unknown>): Promise<string> {
  const { id } = await (await service.guest()).createMonitor({ interval_sec: 86_400, ...fields });
  await service.call('GET', `/in/${id}/fail`);
  return id;
}

async function deliver(...ids: string[]): Promise<number | null> {
  const messages = (await Promise.all(ids.map((id) => pendingOf(service, id)))).flat();
  const refs = messages.filter((message) => message.kind === 'alert');
  return deliverGroup(notifierDeps(service.core, noMetrics), refs);
}

it('alerts of two owners to one mailbox are two mails: neither hears of the other', async () => {
  const to = 'team@example.com';
  const ids = [
    await failed({ name: 'backup A', alert_to: to }),
    await failed({ name: 'backup B', alert_to: to }),
  ];
  await service.drain();
  for (const question of service.mailbox.messages()) {
    const { pathname } = new URL(
      /https?:\/\/[^\s"<>]+\/email\/[^\s"<>]+/.exec(question.text ?? '')?.[0] ?? '',
    );
    await service.call('POST', `${pathname}/confirm`);
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
  expect(await deliver(later)).toBe(60);
  service.clock.advance(60);
  expect(await deliver(later)).toBe(300);
  const sooner = await failed({ alert_url: receiver.url });
  await checkWithQueueDown(service);

  expect(await deliver(later, sooner)).toBe(60);
  expect(receiver.received).toHaveLength(3);
});
