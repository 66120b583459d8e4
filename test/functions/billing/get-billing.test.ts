import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { ownerOfGuestToken } from '../../../lib/data/owners.ts';
import { billingSettingsFor, PAY_TO } from '../../support/money/billing.ts';
import { buySlots } from '../../support/money/bought.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const PATH = '/api/billing';
const COMMON = {
  provider: 'x402',
  asset: 'USDC',
  product: 'Rollcall',
  free_max_endpoints: 10,
  free_min_interval_sec: 90,
  free_email_alerts: 1,
  prices: { extra_endpoint_usd: 0.1, fast_interval_usd: 0.05, email_alert_usd: 0.1 },
  wallets: {
    metamask: expect.stringMatching(/^https:/),
    coinbase: expect.stringMatching(/^https:/),
    base_app: expect.stringMatching(/^https:/),
  },
};

const dev = shared(startTestService);
const live = shared(() => startTestService({ billingMode: 'live' }));
const homolog = shared(() => startTestService({ billingMode: 'homolog' }));

describe('the billing of a service', () => {
  it('that charges names who is paid, where and by whom it is settled', async () => {
    expect((await live.call('GET', PATH)).json).toEqual({
      ...COMMON,
      mode: 'live',
      network: 'base',
      chain_id: 8453,
      pay_to: PAY_TO,
      homolog: false,
      dev: false,
      dev_gate: false,
      facilitator: 'https://facilitator.example.com',
      asset_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      faucet: null,
    });
  });

  it('that rehearses says so beside mode live, and settles by itself', async () => {
    expect((await homolog.call('GET', PATH)).json).toEqual({
      ...COMMON,
      mode: 'live',
      network: 'base-sepolia',
      chain_id: 84532,
      pay_to: PAY_TO,
      homolog: true,
      dev: false,
      dev_gate: true,
      facilitator: homolog.url,
      asset_address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      faucet: expect.stringMatching(/^https:/),
    });
  });

  it('that lets everything through says that', async () => {
    expect((await dev.call('GET', PATH)).json).toMatchObject({
      ...COMMON,
      mode: 'dev',
      network: 'base-sepolia',
      pay_to: null,
      homolog: false,
      dev: true,
      dev_gate: false,
    });
  });

  it('has what is in force, and what is free for now', async () => {
    await using own = await startTestService({
      billing: billingSettingsFor('live', {
        prices: 'fast_interval=0.123456',
        freeAllowance: 'max_endpoints=2,min_interval_sec=60,email_alerts=0',
        gratis: 'email_alert',
      }),
    });

    expect((await own.call('GET', PATH)).json).toMatchObject({
      free_max_endpoints: 2,
      free_min_interval_sec: 60,
      free_email_alerts: 0,
      prices: { extra_endpoint_usd: 0.1, fast_interval_usd: 0.123456 },
      gratis: ['email_alert'],
    });
  });

  it('is all free for now where the allowance is unlimited', async () => {
    await using own = await startTestService({
      users: { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' },
    });

    expect((await own.call('GET', PATH)).json['gratis']).toEqual([
      'extra_endpoint',
      'fast_interval',
      'email_alert',
    ]);
  });

  it('has the price of a message to the team where strangers may write', async () => {
    await using own = await startTestService({ users: { ...STRANGERS_WELCOME, publicPages: 'on' } });

    expect((await own.call('GET', PATH)).json['prices']).toMatchObject({ agent_contact_usd: 0.1 });
  });

  it('is nobody’s secret, is never cached and tells nothing of the settlement', async () => {
    const { headers, text } = await live.call('GET', PATH);

    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain('rpc.example.com');
  });
});

describe('to an owner it also says', () => {
  it('what it uses and has bought', async () => {
    const alice = await live.guest();
    const { table } = live.core;
    const owner = await ownerOfGuestToken(table, hashOf(alice.token));
    await buySlots(table, owner?.id ?? '', { fast: 2, monitors: 1 });
    await alice.createMonitor({ interval_sec: 60 });
    await alice.createMonitor({ alert_to: 'alice@example.com' });

    const { json } = await alice.call('GET', PATH);

    expect(json['usage']).toEqual({
      endpoints: 2,
      fast_intervals: 1,
      email_alerts: 1,
      slots: { endpoints: 1, fast_intervals: 2, email_alerts: 0 },
    });
    expect(json).not.toHaveProperty('trial');
  });

  it('and in a session how the trial stands', async () => {
    const alice = await signedIn(live);

    expect((await alice.call('GET', PATH)).json).toMatchObject({
      usage: { endpoints: 0, fast_intervals: 0, email_alerts: 0 },
      trial: { days: 90, active: true, days_left: 90 },
    });
  });

  it('the same in the list of its monitors', async () => {
    const alice = await live.guest();
    await alice.createMonitor();

    const listed = (await alice.call('GET', '/api/endpoints')).json['billing'];

    expect(listed).toEqual((await alice.call('GET', PATH)).json);
    expect(listed['usage']['endpoints']).toBe(1);
  });

  it('nothing to a credential that is none', async () => {
    await expectNothingWritten(live, () => live.call('GET', PATH, { token: `hp_${'x'.repeat(43)}` }), {
      status: 401,
      error: 'credencial_invalida',
    });
  });
});
