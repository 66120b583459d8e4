import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { shownAt } from '../../../support/console-text/shown.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { detectedDevice } from '../../../support/machines/devices.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('none, one, and one that is late', async () => {
  const guest = await service.guest();
  const summary = async () => {
    const { seen } = await shownAt(service, '/app', { guest });
    return [seen.texts('h1'), seen.texts('h2'), seen.texts('role=status')];
  };
  expect(await summary()).toEqual([['Monitors'], ['No monitors yet'], []]);

  const { id } = await guest.createMonitor({ name: 'payroll' });
  await service.call('GET', `/in/${id}`);
  expect(await summary()).toEqual([['Monitors'], [], ['The only one watched is ok']]);
  service.clock.advance(400);
  expect(await summary()).toEqual([['Monitors'], [], ['The only one watched is late']]);
  await service.call('GET', `/in/${id}`);
  expect(await summary()).toEqual([['Monitors'], [], ['The only one watched is ok']]);
});

it('moments are told by the clock of the service, where that of the machine is wrong', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await service.call('GET', `/in/${id}`);
  service.clock.advance(7 * 60);

  expect((await shownAt(service, '/app', { guest })).seen.text).toContain('7 min ago');
});

it('what is not to be had has a heading, too', async () => {
  const { seen } = await shownAt(service, `/app/monitors/${'0'.repeat(26)}`, {
    guest: await service.guest(),
  });

  expect(seen.texts('h1')).toEqual(['Monitor']);
  expect(seen.texts('h2')).toEqual(['You have no such monitor']);
});

it('who is in no organization has nothing to choose, and a way to take in what was made before', async () => {
  const alone = await signedIn(service);
  const { seen } = await shownAt(service, '/app', { signedIn: alone });

  expect(seen.texts('a')).toContain('Account');
  expect(seen.all('aria-label=Acting for')).toEqual([]);
  const way = seen.all('a').find(({ text }) => text === 'Import your monitors');
  const there = await shownAt(service, way?.attributes['href'] ?? '', { signedIn: alone });
  expect(there.seen.texts('label')).toContain('Guest token');
});

it('an account that claimed more machines than a page holds sees all of them', async () => {
  const [account, one, other] = [await signedIn(service), await service.guest(), await service.guest()];
  for (const owner of [one, other])
    for (let at = 0; at < 20; at += 1) await detectedDevice(service, owner, { name: `web ${at}` });
  for (const { token } of [one, other]) await account.call('POST', '/api/auth/claim', { guest_token: token });

  const { seen } = await shownAt(service, '/app/devices', { signedIn: account });

  expect(seen.texts('a').filter((text) => text.startsWith('web '))).toHaveLength(40);
});

it('who hears a monitor is its own hook and the channels that speak for it, a failing one in red, or nobody', async () => {
  await using hook = await startReceiver();
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'payroll', alert_url: 'https://example.com/own' });
  await service.call('GET', `/in/${id}`);
  await guest.createMonitor({ name: 'report', alert_channels: false });
  const { json } = await guest.call('POST', '/api/channels', { url: hook.url, name: 'Ops' });
  hook.answer = 500;
  await guest.call('POST', `/api/channels/${json['id']}/test`);

  const { seen } = await shownAt(service, '/app', { guest });
  expect(seen.texts('class=channels-of')).toEqual([
    'nobody',
    'webhook at example.comchannel Ops: delivery is failing',
  ]);
  expect(seen.texts('class=channel late')).toEqual(['channel Ops: delivery is failing']);
});
