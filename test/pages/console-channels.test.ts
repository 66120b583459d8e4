import { expect, it } from 'vitest';
import { signedIn } from '../support/accounts/session.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

const CRONTAB = `30 2 * * * /usr/local/bin/backup.sh
0 4 * * * /usr/local/bin/report.sh`;

it('jobs are imported, one hook is named once, a test arrives, and it hears each of them and the next one', async () => {
  await using hook = await startReceiver();
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/import' });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Your crontab' }).fill(CRONTAB);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import these 2 jobs' }).click();

  await page.getByRole('heading', { name: 'Who should be notified about these 2?' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('This must be a full URL starting with https://').waitFor();
  await page.getByRole('textbox', { name: 'URL' }).fill(hook.url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('gets everything from every monitor, including new ones.').waitFor();
  await page.getByRole('button', { name: 'Test 127.0.0.1' }).click();
  await page.getByText('The test arrived.').waitFor();
  expect(hook.received.map(({ json }) => json['test'])).toEqual([true]);

  const late = await guest.createMonitor({ name: 'payroll' });
  const { endpoints } = (await guest.call('GET', '/api/endpoints')).json as {
    endpoints: { id: string; name: string }[];
  };
  expect(endpoints).toHaveLength(3);
  for (const { id } of endpoints) await service.fail(id);
  await service.check();
  const told = hook.received.slice(1).map(({ json }) => json['endpoint']?.['name'] ?? json['name']);
  expect(told.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());

  await page.goto(`${service.url}/app/monitors/${late.id}?tab=deliveries`);
  await page.getByRole('list', { name: 'Alerts' }).getByText('127.0.0.1: notified once').waitFor();
  await page.goto(`${service.url}/app`);
  await expect
    .poll(() => page.locator('.channels-of').allTextContents())
    .toEqual(Array(3).fill('channel 127.0.0.1'));
  expect(opened.complaints).toEqual([]);
});

itThorough('a channel shows where it leads, is turned off, tested and removed', async () => {
  await using hook = await startReceiver();
  const guest = await service.guest();
  const body = { url: `${hook.url}?key=secret`, name: 'Ops', hears: ['fail'], tags: ['db'] };
  await guest.call('POST', '/api/channels', body);
  const { id } = await guest.createMonitor({ name: 'backup', tags: ['db'] });
  await using opened = await openConsole(service, { guest, path: '/app/channels', expected: /409/ });
  const { page } = opened;
  const ops = page.getByRole('region', { name: 'Ops', exact: true });
  await ops.getByText('gets failures from monitors tagged db.').waitFor();
  expect(await page.content()).not.toContain('secret');
  await ops.getByRole('button', { name: 'Show its URL: Ops' }).click();
  await ops.getByText('?key=secret').waitFor();

  hook.answer = 500;
  await ops.getByRole('button', { name: 'Test Ops' }).click();
  await ops.getByText(/^The test did not arrive\. .*500/).waitFor();
  await ops.getByText(/^Failing since /).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${service.url}/app/monitors/${id}?tab=settings`);
  const speaks = page.getByRole('switch', { name: 'Use my channels' });
  await page.getByText('Also notified: Ops.').waitFor();
  await speaks.click();
  await page.getByText('None of your channels are notified.').waitFor();
  await page.getByText('Use my channels: off, was on').waitFor();
  expect((await guest.read(id))['alert_channels']).toBe(false);
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${service.url}/app/channels`);
  await ops.getByRole('switch', { name: 'On: Ops' }).click();
  const channels = async () => (await guest.call('GET', '/api/channels')).json['channels'];
  await expect.poll(async () => (await channels())[0].on).toBe(false);
  await ops.getByRole('button', { name: 'Remove Ops' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Ops' }).click();
  await ops.waitFor({ state: 'detached' });
  expect(await channels()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

itThorough('nobody becomes a guest by looking, and one more press adds the first channel', async () => {
  await using hook = await startReceiver();
  await using opened = await openConsole(service, { path: '/app/channels' });
  const { page } = opened;
  await page.getByText('You have nothing here yet.').waitFor();
  expect((await opened.context.cookies()).filter(({ name }) => name.includes('guest'))).toEqual([]);
  await page.getByRole('textbox', { name: 'URL' }).fill(hook.url);
  await page.getByText('Name and alerts').click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('no way!');
  await page.getByText('Name and alerts').click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  // What is wrong is folded away, and comes to light.
  await expect.poll(() => page.getByRole('textbox', { name: 'Tags' }).isVisible()).toBe(true);
  await page.getByRole('textbox', { name: 'Tags' }).fill('db');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByText('gets everything from monitors tagged db.').waitFor();
  expect(opened.complaints).toEqual([]);
});

itThorough('a kind with a key is chosen, tested, and shows its key to nobody', async () => {
  await using vendor = await startReceiver();
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/channels', expected: /400/ });
  const { page } = opened;
  const url = new URL('/v2/enqueue', vendor.url).href;
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByText('Format and credentials').click();
  await page.getByRole('textbox', { name: 'Body for alerts' }).waitFor();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'PagerDuty' });
  await page.getByRole('textbox', { name: 'Key' }).fill('short');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('“Key” must be the integration key of 32 letters and digits.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Key' }).fill('R'.repeat(32));
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByText(/^PagerDuty at 127\.0\.0\.1/).waitFor();
  await page.getByRole('button', { name: 'Test pagerduty' }).click();
  await page.getByText('The test arrived.').waitFor();
  expect(vendor.received.map(({ json }) => [json['event_action'], json['routing_key']])).toEqual([
    ['trigger', 'R'.repeat(32)],
    ['resolve', 'R'.repeat(32)],
  ]);
  expect(await page.content()).not.toContain('RRRR');
  expect(opened.complaints).toEqual([]);
});

itThorough('an address is added, is said not to have agreed, and shows that it has', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/channels' });
  const { page } = opened;
  await page.getByText('Or an e-mail address').click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('colleague@example.net');
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByText('colleague@example.net has not confirmed yet').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await service.drain();
  const [mail] = service.mailbox.messages();
  await service.call('POST', `${/\/email\/[^\s]+/.exec(mail?.text ?? '')?.[0]}/confirm`);
  await page.reload();
  await page.getByText('Nothing sent yet.').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('whoever may use a topic and send texts is told so where a channel is added, and nobody else is', async () => {
  const arn = 'arn:aws:sns:eu-central-1:111122223333:alerts';
  const named = { awsChannels: `${arn}=ops@example.com`, smsOwners: 'ops@example.com' };
  await using aws = await startTestService(named);
  const [ops, eve] = [
    await signedIn(aws, { email: 'ops@example.com' }),
    await signedIn(aws, { email: 'eve@example.com' }),
  ];
  await using opened = await openConsole(aws, { signedIn: ops, path: '/app/channels' });
  const { page } = opened;
  await page.getByText(arn).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByText('Or an e-mail address or a phone number').click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('+491701234567');
  await page.getByRole('button', { name: 'Add', exact: true }).last().click();
  await page.getByText('has not confirmed yet, so we send nothing there.').waitFor();
  await page.getByRole('textbox', { name: 'URL' }).fill(arn);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('region', { name: 'sns', exact: true }).waitFor();
  expect(opened.complaints).toEqual([]);

  await using others = await openConsole(aws, { signedIn: eve, path: '/app/channels' });
  await others.page.getByText('Or an e-mail address', { exact: true }).waitFor();
  expect(await others.page.getByText('arn:').count()).toBe(0);
  expect((await eve.call('GET', '/api/channels')).json).toEqual({ channels: [] });
});
