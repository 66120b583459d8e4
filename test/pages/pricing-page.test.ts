import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingSettingsFor } from '../support/money/billing.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { casesOf } from '../support/thorough.ts';

let services: TestService[];
const browser = shared(launchChromium);
beforeAll(async () => {
  services = await Promise.all([
    startTestService({ billing: billingSettingsFor('live', { gratis: 'email_alert' }) }),
    startTestService({ users: { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' } }),
  ]);
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

it.each(casesOf(1, [0, 1]))(
  'the prices are accessible in both themes, fit a phone and break no rule (%i)',
  async (which) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page);

    await page.goto(`${services[which]?.url}/api/pricing`);

    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    // Dark since axe looked; a stylesheet that the policy refuses leaves no colour.
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(17, 20, 23)',
    );
    expect(complaints).toEqual([]);
    await context.close();
  },
);
