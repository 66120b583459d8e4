import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { contentsOf } from '../support/service/refused.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

let browser: Browser;
let service: TestService;
let site: Server;

beforeAll(async () => {
  site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Another site</h1>'));
  site.listen(0, '127.0.0.1');
  [browser, service] = await Promise.all([
    launchChromium(),
    startTestService({ allowLoopbackAlerts: true }),
    once(site, 'listening'),
  ]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  site.close();
});

/** What a page of an address sees of a call of its script: the status, or that the browser gave it nothing. */
async function callFrom(address: string, call: string): Promise<unknown> {
  const page = await browser.newPage();
  await page.goto(address);
  const seen = await page.evaluate(`${call}.then((reply) => reply.status, () => 'nothing')`);
  await page.close();
  return seen;
}

const foreign = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
const guest = () => `fetch('${service.url}/api/guest', { method: 'POST' })`;
const monitor = () =>
  `fetch('${service.url}/api/endpoints', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`;

it('a page of another site in a real browser makes no guest and no monitor while loopback alerts are on', async () => {
  const before = await contentsOf(service);

  expect(await callFrom(foreign(), guest())).toBe('nothing');
  expect(await callFrom(foreign(), monitor())).toBe('nothing');
  await callFrom(foreign(), guest().replace("'POST'", "'POST', mode: 'no-cors'"));

  expect(await contentsOf(service)).toEqual(before);
});

it('a page of the service itself does', async () => {
  expect(await callFrom(`${service.url}/_local`, guest())).toBe(201);
});

it('a picture on another site is no ping', async () => {
  const id = String((await (await service.guest()).createMonitor())['id']);
  const before = await contentsOf(service);
  const page = await browser.newPage();
  await page.goto(foreign());

  const shown = await page.evaluate(
    `new Promise((end) => {
      const image = new Image();
      image.onload = image.onerror = () => end('asked');
      image.src = '${service.url}/in/${id}/fail';
    })`,
  );
  await page.close();

  expect(shown).toBe('asked');
  expect(await contentsOf(service)).toEqual(before);
});

it('the button of the page behind a mailed link works', async () => {
  const owner = await service.guest();
  const { id } = await owner.createMonitor({ alert_to: 'me@example.com' });
  await service.drain();
  const text = service.mailbox.messages()[0]?.text ?? '';
  const page = await browser.newPage();
  await page.goto(/http:\S+\/email\/\S+/.exec(text)?.[0] ?? '');

  await page.getByRole('button', { name: 'Yes, send alerts' }).click();
  await page.getByText('receives alerts.').waitFor();
  await page.close();

  expect((await owner.call('GET', `/api/endpoints/${id}`)).json['alert_to_confirmed']).toBe(true);
});
