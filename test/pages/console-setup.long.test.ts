import { expect, it } from 'vitest';
import { hashOf } from '../../lib/adapters/ids.ts';
import { ownerOfGuestToken } from '../../lib/data/owners.ts';
import { billingSettingsFor } from '../support/money/billing.ts';
import { purchaseOf, record } from '../support/money/bought.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, openConsole } from './console-browser.ts';

const service = shared(() =>
  startTestService({ billing: billingSettingsFor('dev', { gratis: 'email_alert' }) }),
);

const CRONTAB = `# nightly
MAILTO=me@example.com
30 2 * * * /usr/local/bin/backup.sh --password=hunter2
@reboot /usr/local/bin/boot.sh
*/10 * * * * /usr/local/bin/sync.sh`;

it('a crontab is looked at as a diff, watched, and given back with its calls', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/import' });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Your crontab' }).fill(CRONTAB);
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines.waitFor();
  expect(await lines.getByRole('row').allTextContents()).toMatchObject([
    {},
    expect.stringContaining('a comment'),
    expect.stringContaining('a variable'),
    expect.stringMatching(/backup\.sh --password=\*\*\*.*Europe\/Berlin.*will be imported/),
    expect.stringContaining('runs at start-up only'),
    expect.stringMatching(/sync\.sh.*will be imported/),
  ]);
  expect((await guest.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);

  await page.getByRole('button', { name: 'Import these 2 jobs' }).press('Enter');
  const code = page.getByRole('region', { name: 'crontab with pings' });
  await code.waitFor();
  const made = (await guest.call('GET', '/api/endpoints')).json['endpoints'];
  expect(made).toHaveLength(2);
  const text = (await code.textContent()) ?? '';
  for (const { ingest_url: url } of made) expect(text).toContain(`${url}/$?`);
  expect(text.split('\n')[0]).toBe('# nightly');
  expect(opened.complaints).toEqual([]);
});

it('the ingest key is shown when asked for, and replaced after a question', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/keys' });
  const { page } = opened;
  await page.getByRole('button', { name: 'Show the key' }).click();
  const { key } = (await guest.call('GET', '/api/ingest-key')).json;
  const shown = page.getByRole('region', { name: 'ingest key' });
  await shown.getByText(key).waitFor();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the key' }).click();
  await shown.getByText(key).waitFor({ state: 'detached' });
  expect(await shown.textContent()).toContain((await guest.call('GET', '/api/ingest-key')).json['key']);
  expect(opened.complaints).toEqual([]);
});

it('the status page shows what others see, a few monitors at first', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', interval_sec: 300 });
  await service.call('GET', `/in/${id}`);
  for (let at = 0; at < 24; at += 1) await guest.createMonitor({ name: `job ${at}` });
  service.clock.advance(301);
  await using opened = await openConsole(service, { guest, path: '/app/status' });
  const { page } = opened;
  await page.getByRole('button', { name: 'Show its address' }).click();
  await page.getByText('1 of 25 is late').waitFor();
  const rows = page.getByRole('region', { name: 'Preview' }).getByRole('row');
  expect(await rows.filter({ hasText: 'nightly backup' }).textContent()).toMatch(
    /^Latenightly backup5 min ago/,
  );
  expect(await rows.count()).toBe(1 + 20);

  await page.getByRole('button', { name: 'Show all 25' }).click();
  await expect.poll(() => rows.count()).toBe(1 + 25);
  expect(opened.complaints).toEqual([]);
});

it('the status page shows its addresses, which work, and its badges', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, { guest, path: '/app/status' });
  const { page } = opened;
  await page.getByRole('button', { name: 'Show its address' }).click();
  await page.getByRole('img', { name: 'Badge of nightly backup' }).waitFor();
  const anchors = await page.getByRole('heading', { level: 3 }).getByRole('link').all();
  const links = await Promise.all(anchors.map(async (each) => (await each.getAttribute('href')) ?? ''));
  expect(links).toHaveLength(5);
  for (const link of links) {
    const { pathname, search } = new URL(link);
    expect((await service.call('GET', pathname + search)).status, link).toBe(200);
  }
  expect(opened.complaints).toEqual([]);
});

it('billing says what is free for now, and goes on to the oldest purchase', async () => {
  const guest = await service.guest();
  const { table } = service.core;
  const spaceId = (await ownerOfGuestToken(table, hashOf(guest.token)))?.spaces[0] ?? '';
  await record(table, ...Array.from({ length: 101 }, () => purchaseOf({ spaceId })));
  await using opened = await openConsole(service, { guest, path: '/app/billing' });
  const { page } = opened;
  const one = (name: string) => page.getByRole('row', { name }).getByRole('cell').last().textContent();
  const bought = page.getByRole('region', { name: 'Paid so far' }).getByRole('row');
  await bought.nth(100).waitFor();
  expect([await one('Monitors'), await one('Alert addresses')]).toEqual(['0.10 USD', 'free for now']);
  await page.getByRole('button', { name: 'Show older ones' }).click();

  await bought.nth(101).waitFor();
  expect(await page.getByRole('button', { name: 'Show older ones' }).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('no screen has anything that axe finds or that is wider than the page', async () => {
  await using opened = await openConsole(service, { guest: await service.guest() });
  for (const path of ['/app/import', '/app/channels', '/app/keys', '/app/status', '/app/billing'])
    expect(await faultsAt(opened, path), path).toEqual([]);
});
