import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../lib/config/settings/rule.ts';
import { contradictionIn } from '../../../../lib/config/settings/rules.ts';
import { NOTHING_CHARGED, type BillingSettings } from '../../../../lib/domain/billing/billing-settings.ts';
import { billingSettingsFor } from '../../../support/money/billing.ts';

const place: Place = { where: 'aws', spelled: (name) => name, given: {}, now: 0 };

const without = (settings: BillingSettings, ...names: (keyof BillingSettings)[]) =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => !names.some((each) => each === name)),
  ) as unknown as BillingSettings;

describe('settings that cannot be meant', () => {
  const live = billingSettingsFor('live');
  const homolog = billingSettingsFor('homolog');

  it.each<[string, BillingSettings, string | undefined]>([
    ['nothing', NOTHING_CHARGED, undefined],
    ['all of live', live, undefined],
    ['all of homolog', homolog, undefined],
    [
      'live without an address',
      without(live, 'payTo'),
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set is payTo.',
    ],
    [
      'live without a facilitator',
      without(live, 'facilitatorUrl'),
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set is facilitatorUrl.',
    ],
    [
      'live without a chain to read',
      without(live, 'rpcUrl'),
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set is rpcUrl.',
    ],
    [
      'live alone',
      { billingMode: 'live' },
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set are payTo, facilitatorUrl, rpcUrl.',
    ],
    [
      'homolog alone',
      { billingMode: 'homolog' },
      'billingMode homolog needs payTo, homologCredentialSha256: not set are payTo, homologCredentialSha256.',
    ],
    [
      'dev with real money',
      { billingMode: 'dev', payNetwork: 'base' },
      'billingMode dev is not for payNetwork base, where money is real: use base-sepolia, or live.',
    ],
    [
      'homolog with real money',
      { ...homolog, payNetwork: 'base' },
      'billingMode homolog is not for payNetwork base, where money is real: use base-sepolia, or live.',
    ],
    [
      'a key of a facilitator in a rehearsal',
      { ...homolog, facilitatorKey: 'secret words' },
      'facilitatorKey is for billingMode live alone, where a facilitator is asked; it is homolog.',
    ],
    [
      'where a key of a facilitator is kept, and nothing is charged',
      { billingMode: 'dev', facilitatorSecretArn: 'arn:x' },
      'facilitatorSecretArn is for billingMode live alone, where a facilitator is asked; it is dev.',
    ],
    ['live with a key of the facilitator', { ...live, facilitatorSecretArn: 'arn:x' }, undefined],
  ])('%s: are told of in one sentence', (_what, settings, sentence) => {
    expect(contradictionIn(settings, place)).toBe(sentence);
  });
});
