import { expect, it } from 'vitest';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { Element } from '../../../support/console-text/parsed.ts';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const incidentOf = async (guest: Person, id: unknown, number = 1) =>
  (await shownAt(service, `/app/monitors/${id}/incidents/${number}`, { guest })).seen;

it('an incident says who was told and why not, and how to mend that', async () => {
  const guest = await service.guest();
  const { id: unagreed } = await guest.createMonitor({ name: 'payroll', alert_to: 'me@example.com' });
  const { id: lone } = await guest.createMonitor({ name: 'report' });
  for (const id of [unagreed, lone]) await service.fail(id);
  await service.check();

  const asked = await incidentOf(guest, unagreed);
  expect(asked.texts('h1')).toEqual(['payroll, incident 1']);
  const [told] = asked.texts('aria-label=Who was notified');
  expect(told).toBe('e-mail me@example.com: has not confirmedAsk again');
  expect(asked.all('button').map(({ attributes }) => attributes['aria-label'])).toContain(
    'Ask me@example.com again',
  );
  const nobody = await incidentOf(guest, lone);
  expect(nobody.texts('aria-label=Who was notified')[0]).toMatch(/^Nobody was notified: .* Add one$/);
  expect(nobody.text).toContain('1 more went down with it');
});

it('the alerts of a monitor are told by incident and way, with every attempt', async () => {
  await using hook = await startReceiver();
  const guest = await service.guest();
  const body = { name: 'payroll', alert_to: 'me@example.com', alert_url: hook.url };
  const { id } = await guest.createMonitor(body);
  const signal = async (outcome: 'ping' | 'fail') => {
    await service[outcome](id);
    await service.check();
    await service.drain();
  };
  for (const outcome of ['fail', 'ping', 'fail'] as const) await signal(outcome);
  await guest.call('POST', `/api/endpoints/${id}/test-alert`);

  const { seen } = await shownAt(service, `/app/monitors/${id}?tab=deliveries`, { guest });
  const [list] = seen.all('aria-label=Alerts');
  const causes = list?.children.filter((each) => each instanceof Element) ?? [];
  const unagreed = 'has not confirmed';
  const today = { hour: '2-digit', minute: '2-digit' } as const;
  const at = new Date(service.clock.now()).toLocaleTimeString('en-GB', today);
  expect(causes.map((each) => [each.texts('p')[0], each.texts('class=trouble')])).toEqual([
    [`Test ${at}`, [unagreed]],
    [`Incident 2, failed ${at}`, [unagreed]],
    [`Incident 1, failed ${at}`, [unagreed]],
  ]);
  const [told] = causes[2]?.texts('aria-label=Who was notified') ?? [];
  expect(told).toContain(`webhook ${new URL(hook.url).host}: notified once, recovery sent`);
  expect(told).toContain(`e-mail me@example.com: ${unagreed}Ask again`);
  expect(told).toMatch(/2 attempts.*: delivered \(200\), \d+ ms\./);
  expect(causes[2]?.all('a')[0]?.attributes['href']).toBe(`/app/monitors/${id}/incidents/1`);
});

it('one that is over says until when, and one that is none leads on', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'payroll', max_duration_sec: 60 });
  await service.ping(id);
  await service.call('GET', `/in/${id}/start`);
  service.clock.advance(120);
  await service.check();
  await service.ping(id);
  await service.check();

  const over = await incidentOf(guest, id);
  expect(over.texts('class=summary')[0]).toMatch(/^Ran too long .*, over .*\.$/);
  expect(over.text).toMatch(/A run passed its limit of 1 min at .*; it ended at /);
  const monitor = (await shownAt(service, `/app/monitors/${id}?incident=1`, { guest })).seen;
  const [row] = monitor.all('aria-current=true');
  const ways = row?.all('a').map(({ attributes }) => attributes['href']);
  expect(ways).toEqual([`/app/monitors/${id}/incidents/1`]);
  expect((await incidentOf(guest, id, 2)).texts('h2')).toEqual(['You have no such incident']);
});
