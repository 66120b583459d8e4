import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LIGHT } from '../../lib/render/tokens.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const browser = shared(launchChromium);
const service = shared(startTestService);

/** A person's page in a browser, with everything that must not happen written down in `complaints`. */
async function openPage(person: Person) {
  const { json } = await person.call('GET', '/api/status-feed');
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      complaints.push(request.url());
  });
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective))',
  );
  await page.goto(`${service.url}/s/${json['token']}`);
  return { page, complaints, token: String(json['token']), close: () => context.close() };
}

/** What a tab, a wall and a reader see. */
async function seenOn(page: Page) {
  const icon = decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '');
  return {
    title: await page.title(),
    icon: /fill='(#[0-9a-f]{6})'/.exec(icon)?.[1],
    heading: await page.locator('h1').textContent(),
    rows: await page
      .locator('summary')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('b, bdi')].map((part) => part.textContent).join(' ')),
      ),
  };
}

it('the page of a running service follows a job from waiting over silence to its return', async () => {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'nightly backup', interval_sec: 300 });
  const { id: hourly } = await alice.createMonitor({ name: 'hourly sync', interval_sec: 3_600 });
  await service.call('GET', `/in/${hourly}`);
  const { page, complaints, close } = await openPage(alice);

  expect(await seenOn(page)).toEqual({
    title: '1 ok, 1 waiting · Rollcall',
    icon: LIGHT.waiting,
    heading: '1 of 2 is ok, 1 is waiting for a first ping',
    rows: ['waiting nightly backup', 'ok hourly sync'],
  });

  await service.call('GET', `/in/${id}`);
  await page.reload();
  expect(await seenOn(page)).toEqual({
    title: 'All 2 ok · Rollcall',
    icon: LIGHT.ok,
    heading: 'All 2 are ok',
    rows: ['ok hourly sync', 'ok nightly backup'],
  });

  service.clock.advance(301);
  await service.check();
  await page.reload();
  expect(await seenOn(page)).toEqual({
    title: '1 late · Rollcall',
    icon: LIGHT.late,
    heading: '1 of 2 is late',
    rows: ['late nightly backup', 'ok hourly sync'],
  });
  expect(await page.locator('.late dl').textContent()).toContain('Went silentonce');
  expect(await violationsOf(page)).toEqual([]);

  await service.call('GET', `/in/${id}`);
  await page.reload();
  expect(await page.title()).toBe('All 2 ok · Rollcall');
  expect(complaints).toEqual([]);
  await close();
});

it('badges are fetched from the service and are as large as their place', async () => {
  const alice = await service.guest();
  await alice.createMonitor({ name: 'nightly <backup> & "co"' });
  const { page, complaints, close } = await openPage(alice);

  await expect.poll(() => page.evaluate<boolean>('document.querySelector("main img").complete')).toBe(true);

  const [natural, width, height] = await page.evaluate<number[]>(
    '(({ naturalWidth, width, height }) => [naturalWidth, width, height])(document.querySelector("main img"))',
  );
  expect(natural).toBe(width);
  expect(natural).toBeGreaterThan(100);
  expect(height).toBe(20);
  expect(complaints).toEqual([]);
  await close();
});

it('after a rotation the open page says that its address has ended', async () => {
  const alice = await service.guest();
  await alice.createMonitor({ name: 'nightly backup' });
  const { json } = await alice.call('GET', '/api/status-feed');
  const page = await browser.newPage();
  await page.clock.install();
  await page.goto(`${service.url}/s/${json['token']}`);
  expect(await page.title()).toBe('1 waiting · Rollcall');

  await alice.call('DELETE', '/api/status-feed');
  await page.clock.fastForward(61_000);

  await expect.poll(() => page.getByRole('alert').textContent()).toContain('This address has ended.');
  await page.reload();
  expect(await page.title()).toBe('No status feed here');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('No status feed here');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  expect(await violationsOf(page)).toEqual([]);
  await page.close();
});

it('the page of an owner without monitors says so', async () => {
  const { page, complaints, close } = await openPage(await service.guest());

  expect(await seenOn(page)).toMatchObject({
    title: 'No monitors · Rollcall',
    heading: 'No monitors yet',
    rows: [],
  });
  expect(complaints).toEqual([]);
  await close();
});
