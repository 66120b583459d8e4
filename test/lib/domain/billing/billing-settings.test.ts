import { describe, expect, it } from 'vitest';
import { SPEC_TARIFF } from '../../../../lib/domain/billing/tariff.ts';
import {
  billingOf,
  isServiceUrl,
  NOTHING_CHARGED,
  settlementOf,
  type BillingSettings,
} from '../../../../lib/domain/billing/billing-settings.ts';
import { isPayTo } from '../../../../lib/domain/billing/x402/pay-to.ts';
import { billingSettingsFor, PAY_TO } from '../../../support/money/billing.ts';

describe('a deployment', () => {
  it('of which nothing is said lets things through, as the specification prices them', () => {
    expect(billingOf(NOTHING_CHARGED)).toEqual({
      mode: 'dev',
      network: 'base-sepolia',
      payTo: null,
      facilitator: null,
      tariff: SPEC_TARIFF,
      hasHomologCredential: false,
    });
    expect(settlementOf(NOTHING_CHARGED)).toEqual({
      rpcUrl: null,
      homologCredentialHash: null,
      facilitatorKey: null,
    });
  });

  it('that charges does so on base, or in test money where that is said', () => {
    expect(billingOf(billingSettingsFor('live'))).toMatchObject({
      mode: 'live',
      network: 'base',
      payTo: PAY_TO,
      facilitator: 'https://facilitator.example.com',
    });
    expect(billingOf(billingSettingsFor('live', { payNetwork: 'base-sepolia' })).network).toBe(
      'base-sepolia',
    );
    expect(settlementOf(billingSettingsFor('live')).rpcUrl).toBe('https://rpc.example.com');
  });

  it('that has a key of the facilitator knows where it is kept, or on one machine its text', () => {
    const keyBy = (more: Partial<BillingSettings>) =>
      settlementOf(billingSettingsFor('live', more)).facilitatorKey;

    expect(keyBy({})).toBe(null);
    expect(keyBy({ facilitatorSecretArn: 'arn:x' })).toEqual({ id: 'arn:x' });
    expect(keyBy({ facilitatorKey: '{}' })).toEqual({ text: '{}' });
  });

  it('that rehearses charging asks no facilitator, also where one is named', () => {
    const settings = billingSettingsFor('homolog', { facilitatorUrl: 'https://facilitator.example.com' });

    expect(billingOf(settings)).toMatchObject({
      mode: 'homolog',
      network: 'base-sepolia',
      facilitator: null,
      hasHomologCredential: true,
    });
    expect(settlementOf(settings).homologCredentialHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has prices, limits and what is free for now as they are set', () => {
    const tariff = { prices: 'fast_interval=1', freeAllowance: 'max_endpoints=3', gratis: 'email_alert' };

    expect(billingOf(billingSettingsFor('dev', tariff)).tariff).toEqual({
      prices: { ...SPEC_TARIFF.prices, fast_interval: 1_000_000 },
      free: { ...SPEC_TARIFF.free, monitors: 3 },
      gratis: ['email_alert'],
    });
  });
});

it.each([
  [PAY_TO, true],
  [PAY_TO.toLowerCase(), true],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', false],
  [PAY_TO.slice(2), false],
  [`${PAY_TO}0`, false],
  [PAY_TO.replace('E', 'G'), false],
  [`0x${'0'.repeat(40)}`, false],
])('%s is paid: %s', (text, isPaid) => {
  expect(isPayTo(text)).toBe(isPaid);
});

it.each([
  ['https://rpc.example.com/v2/key?x=1', true, true],
  ['http://127.0.0.1:8545', false, true],
  ['http://localhost:8545/', false, true],
  ['http://rpc.example.com', false, false],
  ['http://127.0.0.1.example.com', false, false],
  ['https://user:pass@rpc.example.com', false, false],
  ['https://user@rpc.example.com', false, false],
  ['https://rpc.example.com/#part', false, false],
  [' https://rpc.example.com', false, false],
  ['ftp://rpc.example.com', false, false],
  ['rpc', false, false],
])('%s may be called: %s, and from this machine: %s', (text, inAws, here) => {
  expect([isServiceUrl(text), isServiceUrl(text, { loopback: true })]).toEqual([inAws, here]);
});
