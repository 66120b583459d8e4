import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purchaseOf, record } from '../support/money/bought.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { START_AT, startTestService, type TestService } from '../support/service/service.ts';
import { openAccount, openAll, violationsOf } from './account-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

it('the table of payments has nothing that axe finds, fits a phone and needs no scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    await using opened = await openAccount(browser, service, { width: 320, javaScriptEnabled });
    const { page, alice } = opened;
    const [spaceId = ''] = alice.account.spaces;
    const items = [
      { sku: 'email_alert', count: 1_000, micros: 123_456 },
      { sku: 'fast_interval', count: 1, micros: 50_000 },
    ] as const;
    for (let index = 0; index < 12; index += 1)
      await record(
        service.core.table,
        purchaseOf({ spaceId, at: START_AT - index, items, totalMicros: 123_506_000 }),
      );
    await page.reload();

    const table = page.getByRole('table', { name: 'Payments' });
    expect(await table.getByRole('row').count()).toBe(11);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Paid', 'For', 'USD']);
    expect(await table.getByRole('link').first().getAttribute('rel')).toBe('noreferrer');
    expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBeLessThanOrEqual(320);
    if (!javaScriptEnabled) continue;
    await openAll(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  }
});
