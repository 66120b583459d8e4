import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { pingBySchedule, proposedNightly } from '../support/service/pinged-by-schedule.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { itThorough } from '../support/thorough.ts';
import { atEachWidth, ENDED, faultsOf, openConsole, scrollWidthOf } from './console-browser.ts';

const ON_WEEKDAYS = {
  cron: '30 2 * * 1-5',
  tz: 'Europe/Berlin',
  lateSec: (run: number) => 240 + 60 * (run % 5),
};
/** 80 letters, from the right to the left. */
const NAME = 'גיבוי לילי של מסד הנתונים '.repeat(4).slice(0, 80);

const service = shared(startTestService);

/** The page of the monitor whose proposals are at a path of the API. */
const shownAt = (path: string) => path.replace('/api/endpoints', '/app/monitors').replace('/proposal', '');

const boxOf = (page: Page) => page.getByRole('region', { name: 'What its runs show' });

it('a job on weekdays over a clock change: the list marks it, one press takes its schedule, the list shows it', async () => {
  // A Monday; Berlin puts its clocks back on Sunday.
  await using service = await startTestService({ startAt: Date.UTC(2027, 9, 25, 0) });
  const guest = await service.guest();
  const key = await guest.ingestKey();
  await pingBySchedule(service, `/in/${key}/nightly-backup`, ON_WEEKDAYS, 11);
  const [{ id }] = await guest.monitors();
  await guest.patch(id, { name: NAME });
  // The list has it from the daily look.
  service.clock.advance(8 * 3_600);
  await service.check();
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  const mark = page.getByRole('link', { name: `proposal for ${NAME}` });
  await mark.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await atEachWidth(page, () => cutIn(page), [320, 1280])).toEqual([]);
  await mark.click();
  const box = boxOf(page);
  await box.getByText(/at 02:30 on Monday to Friday, in Europe\/Berlin.*Based on 11 runs/).waitFor();
  await expect.poll(() => focused(page)).toBe('What its runs show');
  expect(await faultsOf(page)).toEqual([]);
  expect(await atEachWidth(page, () => tooWideFor(page, 320), [320])).toEqual([]);

  await page.getByRole('button', { name: 'Apply: schedule' }).press('Enter');
  await page.getByText('Applied. Now expected: at 02:30 on Monday to Friday, in Europe/Berlin.').waitFor();
  await box.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(NAME);
  await page.goBack();
  await page.getByText('at 02:30 on Monday to Friday, in Europe/Berlin').first().waitFor();
  await mark.waitFor({ state: 'detached' });
  expect(opened.complaints).toEqual([]);
});

itThorough.each([
  ['another tab has taken it', /This proposal is gone/, /404 \(Not Found\)/, takenElsewhere],
  ['the answer is lost', /Cannot reach the service/, /ERR_FAILED/, answerLost],
])('%s: it is said, and what holds is shown', async (_, told, expected, meanwhile) => {
  const guest = await service.guest();
  const { path } = await proposedNightly(service, guest);
  await using opened = await openConsole(service, { guest, path: shownAt(path), expected });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  const take = page.getByRole('button', { name: 'Apply: schedule' });
  await take.waitFor();
  await meanwhile(page, guest, path);

  await take.click();

  await page.getByText(told).first().waitFor();
  await take.waitFor({ state: 'detached' });
  await page.getByText('at 02:30, in UTC', { exact: true }).waitFor();
  expect(await guest.monitors()).toMatchObject([{ cron: '30 2 * * *' }]);
  expect(opened.complaints).toEqual([]);
});

itThorough('what another tab has taken goes with the next poll', async () => {
  const guest = await service.guest();
  const { path } = await proposedNightly(service, guest);
  await using opened = await openConsole(service, { guest, path: shownAt(path) });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  await page.getByRole('button', { name: 'Apply: schedule' }).waitFor();
  await takenElsewhere(page, guest, path);

  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

  await boxOf(page).waitFor({ state: 'detached' });
  expect(opened.complaints).toEqual([]);
});

itThorough(
  'a browser that is nobody any longer takes nothing, and what was proposed stays to be read',
  async () => {
    const guest = await service.guest();
    const { path } = await proposedNightly(service, guest);
    await using opened = await openConsole(service, { guest, path: shownAt(path), expected: ENDED });
    const { page, context } = opened;
    page.setDefaultTimeout(8000);
    const take = page.getByRole('button', { name: 'Apply: schedule' });
    await take.waitFor();
    await context.clearCookies({ name: COOKIES.guest });

    await take.click();

    await page.getByText('This browser has lost its guest').waitFor();
    await boxOf(page).getByText('It seems to run at 02:30').waitFor();
    expect((await guest.call('GET', path)).json['proposals']).toHaveLength(1);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough('what is not for this job is not shown again', async () => {
  const guest = await service.guest();
  const { path } = await proposedNightly(service, guest);
  await using opened = await openConsole(service, { guest, path: shownAt(path) });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  await page.getByRole('button', { name: 'Dismiss: schedule' }).click();
  await page.getByText('It is not shown again.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  expect((await guest.call('GET', path)).json['proposals']).toEqual([]);
  expect(await boxOf(page).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

async function takenElsewhere(_: Page, guest: Person, path: string): Promise<void> {
  const [{ id: proposal }] = (await guest.call('GET', path)).json['proposals'];
  await guest.call('POST', `${path}/take`, { proposal });
}

/** The call reaches the service, and its answer does not reach the page. */
async function answerLost(page: Page): Promise<void> {
  await page.route('**/proposal/take', async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** Marks of the list that are not seen whole. */
const cutIn = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.runs-mark')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`,
  );

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

async function tooWideFor(page: Page, width: number): Promise<string[]> {
  const wide = await scrollWidthOf(page);
  return wide > width ? [`${wide} px wide`] : [];
}
