import { expect, it } from 'vitest';
import { openConsole } from '../../pages/console-browser.ts';
import { getPayment } from '../../../lib/data/billing/payments.ts';
import { paymentId, wirePayment } from '../../../lib/domain/billing/payment.ts';
import { HOMOLOG_CREDENTIAL } from '../../support/money/billing.ts';
import { headerOf } from '../../support/money/payment-builder.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { Wallet } from '../../support/money/wallet.ts';

const health = async (service: TestService) => (await service.call('GET', '/api/health')).json;

it('is told by health, each answer, the page of the machine and the console, until it is right', async () => {
  await using service = await startTestService({ isTimed: true });
  const guest = await service.guest();
  expect(await health(service)).not.toHaveProperty('clock_ahead_sec');
  const clock = (method: string, body?: object) =>
    fetch(`${service.url}/_local/clock`, { method, ...(body && { body: JSON.stringify(body) }) });
  await clock('POST', { advance_sec: 400 });

  expect(await health(service)).toMatchObject({ clock_ahead_sec: 400 });
  expect((await guest.call('GET', '/api/endpoints')).headers.get('x-clock-ahead')).toBe('400');
  await using opened = await openConsole(service, { guest });
  await opened.page.getByText('it is 6 min 40 s ahead of real time').waitFor();
  await opened.page.getByRole('link', { name: 'Reset the clock' }).click();
  await opened.page.getByText('It is 6 min 40 s ahead of real time').waitFor();
  await opened.page.getByRole('button', { name: 'Reset the clock' }).click();
  await opened.page.getByText('The clock goes at half speed until it is right.').waitFor();
  expect(opened.complaints).toEqual([]);
  expect(await (await clock('GET')).json()).toMatchObject({ ahead_sec: 400 });
});

it('does not make a payment of a rehearsal too old, which a wallet signs by real time', async () => {
  await using service = await startTestService({ isTimed: true, billingMode: 'homolog' });
  service.clock.advance(86_400);
  const guest = await service.guest();
  const body = { name: 'fast', interval_sec: 60 };
  const pay = (headers: Record<string, string>) =>
    service.call('POST', '/api/endpoints', { token: guest.token, body, headers });
  const { json } = await pay({});

  const payment = await new Wallet().pay(json['accepts'][0], Date.now());
  const paid = await pay({
    'x-payment': headerOf(wirePayment(payment)),
    'x-homolog-credential': HOMOLOG_CREDENTIAL,
  });

  expect([paid.status, paid.text]).toEqual([201, expect.stringContaining('"name":"fast"')]);
  // Repeats and the check look at what is kept by the service's clock.
  const kept = await getPayment(service.core.table, paymentId(payment, json['accepts'][0].asset));
  expect(kept?.validBefore).toBe(Number(payment.authorization.validBefore) * 1000 + 86_400_000);
});
