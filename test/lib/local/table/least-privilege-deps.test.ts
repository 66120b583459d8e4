import { expect, it } from 'vitest';
import type { Invoke } from '../../../../lib/adapters/invoke.ts';
import { openCheckQueue } from '../../../../lib/adapters/check-queue.ts';
import { narrowedDeps } from '../../../../lib/local/table/least-privilege-deps.ts';
import { notifierDeps } from '../../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../../lib/runtime/report/metrics.ts';
import { billingFor } from '../../../support/money/billing.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const invoke: Invoke = async (area) => ({ kind: 'answered', answer: area });
const depsOf = (area: 'ingest' | 'site' | 'monitors' | 'notifier' | 'checker') => {
  const ways = notifierDeps(service.core, noMetrics);
  return narrowedDeps({ ...ways, checks: openCheckQueue(service.core.config), invoke }, area);
};
const mail = {
  to: 'a@example.com',
  subject: 's',
  text: 't',
  html: 'h',
  unsubscribeUrl: null,
  about: { kind: 'contact' } as const,
};

it('a function has the settings that its declaration names, as the service has them', () => {
  const { config } = depsOf('monitors');

  expect(config.urls).toEqual({ base: service.url, ingest: service.url });
  expect(config.billing).toEqual(billingFor('dev'));
  expect([config.build, config.sender, config.guestMails, config.queues.givenUp]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('the key of a facilitator is for who settles payments', () => {
  const { config } = service.core;
  const settlement = { rpcUrl: null, homologCredentialHash: null, facilitatorKey: { text: 'secret words' } };
  const { settlement: before } = config;
  config.settlement = settlement;

  expect(depsOf('monitors').config.settlement).toEqual(settlement);
  expect(depsOf('checker').config.settlement).toEqual({ ...settlement, facilitatorKey: null });
  expect(depsOf('site').config.settlement).toBe(null);
  config.settlement = before;
});

it('ingest has no secret, no queue and no mail', async () => {
  const { secret, queue, checks, mailer } = depsOf('ingest');

  await expect(secret()).rejects.toThrow('This function is not told where the service secret is');
  await expect(queue.send([])).rejects.toThrow('does not let it send to the queue of alerts');
  await expect(checks.send([])).rejects.toThrow('does not let it send to the queue of checks');
  await expect(mailer.send(mail)).rejects.toThrow('The declaration of ingest does not let it mail.');
});

it('what a declaration names works, and no more of the same queue than that', async () => {
  await expect(depsOf('site').secret()).resolves.toMatch(/^[0-9a-f]{64}$/);
  await expect(depsOf('monitors').queue.send([])).resolves.toBeUndefined();
  await expect(depsOf('monitors').queue.postpone('receipt', 1)).rejects.toThrow('postpone a message');
  await expect(depsOf('notifier').mailer.send(mail)).resolves.toMatchObject({ sent: true });
});

it('ingest may have billing called, and nobody else anything', async () => {
  const { invoke: fromIngest, config } = depsOf('ingest');

  await expect(fromIngest('billing', {})).resolves.toEqual({ kind: 'answered', answer: 'billing' });
  expect(config.functions).toEqual({ billing: 'billing' });
  for (const area of ['site', 'monitors', 'notifier'] as const) {
    const narrowed = depsOf(area);
    const sentence = `The declaration of ${area} does not let it call billing.`;
    await expect(narrowed.invoke('billing', {})).rejects.toThrow(sentence);
    expect(narrowed.config.functions).toEqual({ billing: null });
  }
});
