import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';

const MANY = 60;

const service = shared(startTestService);

async function ownerOf(count: number): Promise<Person> {
  const guest = await service.guest();
  const body = Array.from({ length: count }, (_, at) => `0 3 * * * job-${at}.sh`).join('\n');
  const headers = { 'content-type': 'text/plain' };
  await service.call('POST', '/api/import/crontab?apply=1', { token: guest.token, body, headers });
  expect(await watchedOf(guest)).toHaveLength(count);
  return guest;
}

async function watchedOf(guest: Person): Promise<string[]> {
  const { json } = await guest.call('GET', '/api/endpoints');
  const all = json['endpoints'] as { name: string; state: string }[];
  return all.filter(({ state }) => state !== 'inactive').map(({ name }) => name);
}

const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  'goes to another page': (page) => page.goto(`${service.url}/`),
  'closes the tab': (page) => page.close({ runBeforeUnload: true }),
};

/** Each way once, with THOROUGH=1 after each deletion. */
const [goes, closes] = Object.entries(WAYS).map((way) => (isThorough() ? Object.entries(WAYS) : [way]));

it.each(closes ?? [])('whoever deletes one and %s has deleted it', async (_, leave) => {
  const guest = await ownerOf(2);
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByRole('button', { name: 'Actions for job-0.sh' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('“job-0.sh” is deleted.').waitFor();
  expect(await watchedOf(guest)).toHaveLength(2);
  await leave(page);

  await expect.poll(() => watchedOf(guest)).toEqual(['job-1.sh']);
  expect(opened.complaints).toEqual([]);
});

it.each(goes ?? [])(`whoever deletes ${MANY} and %s has deleted all`, async (_, leave) => {
  const guest = await ownerOf(MANY);
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByText(`All ${MANY} are waiting for a first ping`).waitFor();
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: `Delete ${MANY} monitors?` });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await watchedOf(guest)).toHaveLength(MANY);
  await page.getByRole('button', { name: 'Delete' }).click();
  await asked.getByRole('button', { name: `Delete ${MANY} monitors` }).click();
  expect((await watchedOf(guest)).length).toBeGreaterThan(MANY / 2);
  await leave(page);

  await expect.poll(() => watchedOf(guest), { timeout: 10_000 }).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('a page that is no longer seen sends what it holds back, since a phone may end it', async () => {
  const guest = await ownerOf(5);
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('5 monitors are deleted.').waitFor();
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);

  await expect.poll(() => watchedOf(guest)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
