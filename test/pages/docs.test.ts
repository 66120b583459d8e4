import { expect, it } from 'vitest';
import { DOC_PAGES } from '../../lib/console-build/docs/doc-pages.ts';
import { itThorough } from '../support/thorough.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, openConsole, violationsOf } from './console-browser.ts';

const service = shared(() => startTestService());

it('a word is searched, its page read, and the console reached from there', async () => {
  await using opened = await openConsole(service, { path: '/docs' });
  const { page } = opened;
  const search = page.getByRole('searchbox', { name: 'Search the documentation' });
  await page.keyboard.press('/');
  await page.keyboard.type('grace');
  await page.getByText(/^\d+ match/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await search.fill('gracelessness');
  await page.getByText('No matches.').waitFor();
  expect(await page.locator('search li').count()).toBe(0);

  await search.fill('grace');
  await page.getByRole('link', { name: 'Grace', exact: true }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/monitors#grace');
  expect(
    await page.evaluate('document.getElementById("grace").getBoundingClientRect().top < innerHeight'),
  ).toBe(true);
  expect(await page.textContent('pre')).toContain(`${service.url}/in/ID`);

  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Console' }).click();
  await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('is reached from the top of every page of the site, on a phone too', async () => {
  await using opened = await openConsole(service, { path: '/', width: 390 });
  const { page } = opened;
  // What it costs here, and commands that work as they stand: the file of the page says neither.
  await page.getByText(/^10 monitors with jobs as often as every 1 min 30 s are free/).waitFor();
  const commands = page.getByRole('region', { name: 'commands to try it' });
  expect(await commands.textContent()).toContain(`curl -s -X POST ${service.url}/api/guest`);
  const top = page.getByRole('navigation', { name: 'Site' });
  await top.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  await top.getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Free to start' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('names this service in the lines to copy', async () => {
  await using opened = await openConsole(service, { path: '/docs/channels' });

  const lines = (await opened.page.locator('pre').allTextContents()).join();
  expect(lines).toContain(`${service.url}/api/channels`);
  expect(lines).not.toContain('rollcall.example.com');
});

it('has the theme that was chosen in the console, and prints black on white', async () => {
  await using opened = await openConsole(service, { path: '/docs' });
  const { page } = opened;
  await page.evaluate("localStorage.setItem('rollcall-theme', 'dark')");
  await page.goto(`${service.url}/docs/channels`);

  const ink = () => page.evaluate('getComputedStyle(document.querySelector("td code")).color');
  expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark');
  expect(await ink()).not.toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'print' });
  expect(await ink()).toBe('rgb(0, 0, 0)');
});

it('is a list of pages where no script runs', async () => {
  const browser = await launchChromium();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs`);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('heading', { level: 1, name: /^Channels/ }).waitFor();
  await context.close();
});

itThorough('has nothing that axe finds or that is wider than the page', async () => {
  await using opened = await openConsole(service, { path: '/docs' });
  for (const path of ['/docs', '/docs/monitors', '/docs/devices'])
    expect(await faultsAt(opened, path), path).toEqual([]);
});

itThorough.each(DOC_PAGES)('has no such fault at %s', async (slug) => {
  await using opened = await openConsole(service, { path: '/docs' });
  expect(await faultsAt(opened, `/docs/${slug}`)).toEqual([]);
});
