import { describe, expect, it } from 'vitest';
import { priceWords } from '../../../../lib/console/landing/price-words.ts';
import { billingOf } from '../../../../lib/domain/billing/billing-settings.ts';
import { pricingView } from '../../../../lib/render/billing/pricing-view.ts';
import { billingSettingsFor } from '../../../support/money/billing.ts';

type More = Parameters<typeof billingSettingsFor>[1];

const wordsOf = (more: More = {}, isUnlimited = false, mode: 'dev' | 'live' = 'live') =>
  priceWords(
    pricingView({
      billing: billingOf(billingSettingsFor(mode, more)),
      isUnlimited,
      isPublic: true,
      base: 'https://rollcall.example.com',
    }),
  );

describe('what it costs, in sentences', () => {
  it('says what is free, and each price once', () => {
    expect(wordsOf()).toEqual([
      '10 monitors with jobs as often as every 1 min 30 s are free. So are all pings, alerts to webhooks, chats and the address of your account, and 1 e-mail alert to another address.',
      'Beyond that you pay once, not each month: an extra monitor 0.10\u00a0USD, a shorter interval 0.05\u00a0USD, an extra e-mail alert 0.10\u00a0USD, a message that an agent sends us 0.10\u00a0USD.',
      'Signed in, monitors and intervals cost nothing at all for the first 90 days.',
    ]);
  });

  it('follows the tariff of the deployment', () => {
    const [first, second] = wordsOf({
      freeAllowance: 'max_endpoints=25,min_interval_sec=60,email_alerts=3',
      prices: 'extra_endpoint=1.25',
      gratis: 'fast_interval,email_alert,agent_contact',
    });

    expect(first).toContain('25 monitors with jobs as often as every minute are free.');
    expect(first).toContain('and 3 e-mail alerts to other addresses.');
    expect(second).toBe('Beyond that you pay once, not each month: an extra monitor 1.25\u00a0USD.');
    const all = 'extra_endpoint,fast_interval,email_alert,agent_contact';
    expect(wordsOf({ gratis: all }).join()).not.toContain('Beyond');
  });

  it('says so where nothing is charged for now', () => {
    expect(wordsOf({}, false, 'dev')).toContain('For now nothing is charged here.');
    expect(wordsOf()).not.toContain('For now nothing is charged here.');
  });

  it('says that nothing costs anything where it is so', () => {
    expect(wordsOf({}, true)).toEqual([
      'Everything is free: whoever runs this service set the allowance to unlimited.',
    ]);
  });
});
