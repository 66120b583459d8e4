import { describe, expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const PATH = '/api/pricing';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const service = shared(() => {
  const settings = { prices: 'extra_endpoint=0.25', gratis: 'email_alert' };
  return startTestService({
    billing: billingSettingsFor('live', settings),
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  });
});

const asked = (accept?: string) =>
  service.call('GET', PATH, accept === undefined ? {} : { headers: { accept } });

describe('prices', () => {
  it('are told to programs as amounts that a 402 asks for', async () => {
    const { json, headers } = await asked('application/json');

    expect(json['prices']).toEqual([
      {
        sku: 'extra_endpoint',
        what: 'an extra monitor',
        price_usd: 0.25,
        amount: '250000',
        gratis: false,
      },
      expect.objectContaining({ sku: 'fast_interval', price_usd: 0.05, amount: '50000' }),
      expect.objectContaining({ sku: 'email_alert', gratis: true }),
      expect.objectContaining({ sku: 'agent_contact', price_usd: 0.1 }),
    ]);
    expect(json['quota']['free_now']).toEqual(['email_alert']);
    expect(json['billing']).toBe(`${service.url}/api/billing`);
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
  });

  it('are a page to a browser, which loads nothing and asks nothing', async () => {
    const { text, headers } = await asked(BROWSER);

    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('0.25 USD');
    expect(text).toContain('free for now');
    expect(text).toContain('USDC on base');
    expect(text).not.toMatch(/<script|src=|undefined|null/);
  });

  it.each([undefined, '*/*', '', 'application/*', 'application/json, text/html;q=0.9', 'image/png'])(
    'are JSON to whoever accepts %s',
    async (accept) => {
      expect((await asked(accept)).headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  it('have none for messages to the team where nobody can write one', async () => {
    await using own = await startTestService({
      billing: billingSettingsFor('live', { gratis: 'agent_contact,email_alert' }),
    });
    const index = await own.call('GET', '/api/');

    for (const { text } of [await own.call('GET', PATH), await own.call('GET', '/api/billing'), index])
      expect(text).not.toContain('agent_contact');
    expect(index.json['quota'].free_now).toEqual(['email_alert']);
  });

  it('are nothing where the allowance is unlimited', async () => {
    await using own = await startTestService({
      users: { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' },
    });
    const page = await own.call('GET', PATH, { headers: { accept: BROWSER } });

    expect(page.text).toContain('Everything is free');
    expect(page.text).not.toContain('USD');
    expect((await own.call('GET', PATH)).json['quota']).toMatchObject({ free: [], paid: [] });
  });
});
