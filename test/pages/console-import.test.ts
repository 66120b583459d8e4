import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { API_KEY, startHealthchecks } from '../support/servers/healthchecks.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { ENDED, openConsole, violationsOf } from './console-browser.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

const CRONTAB = `30 2 * * * /usr/local/bin/backup.sh # nightly
0 4 * * * cd /srv/shop || exit 1; ./report
*/10 * * * * /usr/local/bin/sync.sh &`;

itThorough(
  'jobs whose answer was lost are watched once, and the crontab has their calls, also when it comes back',
  async () => {
    const guest = await service.guest();
    await using opened = await openConsole(service, {
      guest,
      path: '/app/import',
      expected: /ERR_FAILED/,
    });
    const { page } = opened;
    const typed = page.getByRole('textbox', { name: 'Your crontab' });
    const look = page.getByRole('button', { name: 'Preview' });
    await typed.fill(CRONTAB);
    await page.getByRole('textbox', { name: 'Grace time for every job, in minutes' }).fill('15');
    await look.click();
    const graces = page.getByRole('cell', { name: '15 min', exact: true });
    await expect.poll(() => graces.count()).toBe(3);
    await page.getByRole('textbox', { name: 'Grace time for every job, in minutes' }).fill('');
    await look.click();
    await page.getByRole('cell', { name: '1 h', exact: true }).first().waitFor();
    expect(await page.getByRole('cell', { name: /^(1 h|2 min)$/ }).allTextContents()).toEqual([
      '1 h',
      '1 h',
      '2 min',
    ]);
    const isApply = (url: URL) => url.searchParams.has('apply');
    await page.route(isApply, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const watch = page.getByRole('button', { name: 'Import these 3 jobs' });
    await watch.click();
    await page.getByText('Cannot reach the service.').waitFor();
    await page.unroute(isApply);
    await watch.click();

    const given = page.getByRole('region', { name: 'crontab with pings' });
    await given.waitFor();
    const monitors = (await guest.call('GET', '/api/endpoints')).json['endpoints'];
    expect(monitors.map(({ grace_sec: sec }: { grace_sec: number }) => sec).toSorted()).toEqual([
      120, 3_600, 3_600,
    ]);
    const text = (await given.textContent()) ?? '';
    for (const { ingest_url: url } of monitors)
      expect(text).toContain(`curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$?`);
    expect(text).toMatch(
      /backup\.sh; curl \S.* # nightly\n.*\( cd \/srv\/shop \|\| exit 1; \.\/report \); curl /,
    );
    await page.getByText('One line has no ping').waitFor();

    await typed.fill(text);
    await given.waitFor({ state: 'detached' });
    await look.click();
    await given.waitFor();
    expect(await given.textContent()).toBe(text);
    expect(await page.getByRole('cell', { name: 'already monitored' }).count()).toBe(3);
    expect(await page.getByRole('button', { name: /^Import th/ }).count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough(
  'the checks of a Healthchecks are looked at, its refusal stands at its field, and they are watched under their URLs',
  async () => {
    const [guest, uuid] = [await service.guest(), randomUUID()];
    await using healthchecks = await startHealthchecks({
      checks: [
        { uuid, name: 'Nightly', timeout: 3_600 },
        { uuid: randomUUID(), schedule: '*-*-* 02:00', name: 'by calendar' },
      ],
    });
    await using opened = await openConsole(service, { guest, path: '/app/import', expected: /422/ });
    const { page } = opened;
    const look = page.getByRole('button', { name: 'Preview' });
    await page.getByLabel('From').selectOption({ label: 'Uptime Kuma' });
    const file = {
      name: 'backup.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"monitorList": ['),
    };
    await page.getByLabel('Its file').setInputFiles(file);
    await expect.poll(() => page.getByLabel('Its export').inputValue()).toBe('{"monitorList": [');
    await look.click();
    await page.getByText('This must be JSON, complete and unchanged.').waitFor();

    await page.getByLabel('From').selectOption({ label: 'Healthchecks, by URL' });
    await page.getByLabel('URL').fill(healthchecks.url);
    await page.getByLabel('API key').fill('x'.repeat(32));
    await look.click();
    await page.getByText('refuses the “API key” (401)').waitFor();
    expect(await page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('API key').fill(API_KEY);
    await look.click();
    await page.getByText('One new monitor.').waitFor();
    await page.getByRole('cell', { name: 'by calendar' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await guest.monitors()).toEqual([]);
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText('1 monitor imported.').waitFor();
    await page.getByRole('heading', { name: 'Who should be notified?' }).waitFor();
    await page.getByRole('link', { name: 'To your monitors' }).waitFor();

    expect((await service.call('GET', `/ping/${uuid}`)).status).toBe(200);
    expect(await guest.monitors()).toMatchObject([{ name: 'Nightly', state: 'ok' }]);
    expect(opened.complaints).toEqual([]);
  },
);

it.each(
  casesOf(1, [
    ['/app/import', 'Preview', 'Lines'],
    ['/app/keys', 'Show the key', 'ingest key'],
    ['/app/status', 'Show its address', 'address as a page'],
  ] as const),
)('%s makes nobody a guest by looking, and says first what does', async (path, button, region) => {
  // Who looks at the pages is known to be nobody before anything is pressed.
  const isKnown = path === '/app/status';
  await using opened = await openConsole(service, { path, ...(isKnown && { expected: ENDED }) });
  const { page } = opened;
  if (path === '/app/import') await page.getByRole('textbox', { name: 'Your crontab' }).fill(CRONTAB);
  if (!isKnown) await page.getByRole('button', { name: button }).click();
  await page.getByText('You have nothing here yet.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect((await opened.context.cookies()).filter(({ name }) => name.includes('guest'))).toEqual([]);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('region', { name: region }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
