import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole, violationsOf } from './console-browser.ts';
import { casesOf } from '../support/thorough.ts';

const service = shared(startTestService);

const CRONTAB = `30 2 * * * /usr/local/bin/backup.sh # nightly
0 4 * * * cd /srv/shop || exit 1; ./report
*/10 * * * * /usr/local/bin/sync.sh &`;

it('jobs whose answer was lost are watched once, and the crontab has their calls, also when it comes back', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, {
    guest,
    path: '/app/import',
    expected: /ERR_FAILED/,
  });
  const { page } = opened;
  const typed = page.getByRole('textbox', { name: 'Your crontab' });
  const look = page.getByRole('button', { name: 'See what would be watched' });
  await typed.fill(CRONTAB);
  await page.getByRole('textbox', { name: 'Grace of every job, in minutes' }).fill('15');
  await look.click();
  const graces = page.getByRole('cell', { name: '15 min', exact: true });
  await expect.poll(() => graces.count()).toBe(3);
  await page.getByRole('textbox', { name: 'Grace of every job, in minutes' }).fill('');
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
  const watch = page.getByRole('button', { name: 'Watch these 3 jobs' });
  await watch.click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.unroute(isApply);
  await watch.click();

  const given = page.getByRole('region', { name: 'crontab with calls' });
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
  await page.getByText('One line has no call').waitFor();

  await typed.fill(text);
  await given.waitFor({ state: 'detached' });
  await look.click();
  await given.waitFor();
  expect(await given.textContent()).toBe(text);
  expect(await page.getByRole('cell', { name: 'is watched already' }).count()).toBe(3);
  expect(await page.getByRole('button', { name: /^Watch th/ }).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it.each(
  casesOf(1, [
    ['/app/import', 'See what would be watched', 'Lines'],
    ['/app/keys', 'Show the key', 'ingest key'],
    ['/app/status', 'Show its address', 'address as a page'],
  ] as const),
)('%s makes nobody a guest by looking, and says first what does', async (path, button, region) => {
  await using opened = await openConsole(service, { path });
  const { page } = opened;
  if (path === '/app/import') await page.getByRole('textbox', { name: 'Your crontab' }).fill(CRONTAB);
  await page.getByRole('button', { name: button }).click();
  await page.getByText('Nothing here is yours yet.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect((await opened.context.cookies()).filter(({ name }) => name.includes('guest'))).toEqual([]);
  await page.getByRole('button', { name: 'Go on as a guest' }).click();
  await page.getByRole('region', { name: region }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
