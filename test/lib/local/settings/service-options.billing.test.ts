import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { StartError } from '../../../../lib/local/start-error.ts';
import { cdpKey } from '../../../support/money/cdp-key.ts';
import { PAY_TO } from '../../../support/money/billing.ts';

const ENV = { HOMOLOG_CREDENTIAL: 'secret words' };
const billingBy = (args: string[], env = {}) => serviceOptions(args, env).billing;
const LIVE = ['--billing-mode', 'live', '--pay-to', PAY_TO, '--facilitator-url', 'http://127.0.0.1:9000'];

describe('the options that say how the service charges', () => {
  it('let everything through where nothing is said', () => {
    expect(billingBy([])).toEqual({ billingMode: 'dev' });
  });

  it('are those of a service that charges, whose helpers may be on this machine', () => {
    expect(
      billingBy([...LIVE, '--rpc-url', 'http://localhost:8545', '--pay-network', 'base-sepolia']),
    ).toEqual({
      billingMode: 'live',
      payTo: PAY_TO,
      facilitatorUrl: 'http://127.0.0.1:9000',
      rpcUrl: 'http://localhost:8545',
      payNetwork: 'base-sepolia',
    });
  });

  it('take the credential of a rehearsal from the environment, and keep its hash', () => {
    expect(billingBy(['--billing-mode', 'homolog', '--pay-to', PAY_TO], ENV)).toEqual({
      billingMode: 'homolog',
      payTo: PAY_TO,
      homologCredentialSha256: hashOf('secret words'),
    });
  });

  it('take the key of the facilitator from the environment, and no option has it', () => {
    const live = [...LIVE, '--rpc-url', 'http://localhost:8545'];
    const { text } = cdpKey();

    expect(billingBy(live, { FACILITATOR_KEY: text }).facilitatorKey).toBe(text);
    expect(billingBy(live, { FACILITATOR_KEY: '' })).not.toHaveProperty('facilitatorKey');
    expect(() => billingBy(live, { FACILITATOR_KEY: 'secret words' })).toThrow(
      new StartError(
        'The environment variable FACILITATOR_KEY must be JSON with id and privateKey, an Ed25519 key in base64 or an EC key (P-256) in PEM.',
      ),
    );
    expect(() => billingBy([], { FACILITATOR_KEY: text })).toThrow(
      new StartError(
        'the environment variable FACILITATOR_KEY is for --billing-mode live alone, where a facilitator is asked; it is dev.',
      ),
    );
    expect(() => billingBy(['--facilitator-key', text])).toThrow(StartError);
  });

  it('take prices, limits and what is free for now', () => {
    const given = [
      '--prices',
      'extra_endpoint=1',
      '--free-allowance',
      'max_endpoints=2',
      '--gratis',
      'email_alert',
    ];

    expect(billingBy(given)).toEqual({
      billingMode: 'dev',
      prices: 'extra_endpoint=1',
      freeAllowance: 'max_endpoints=2',
      gratis: 'email_alert',
    });
  });

  it.each([
    [['--billing-mode', 'free'], '--billing-mode must be dev or homolog or live; got free.'],
    [['--pay-network', 'solana'], '--pay-network must be base or base-sepolia; got solana.'],
    [LIVE, '--billing-mode live needs --pay-to, --facilitator-url, --rpc-url: not set is --rpc-url.'],
    [
      ['--billing-mode', 'homolog', '--pay-to', PAY_TO],
      '--billing-mode homolog needs --pay-to, the environment variable HOMOLOG_CREDENTIAL: not set is the environment variable HOMOLOG_CREDENTIAL.',
    ],
    [
      ['--pay-network', 'base'],
      '--billing-mode dev is not for --pay-network base, where money is real: use base-sepolia, or live.',
    ],
  ])('%j stop the start with one sentence', (args, sentence) => {
    expect(() => billingBy(args)).toThrow(new StartError(sentence));
  });

  it.each(['--pay-to', '--facilitator-url', '--rpc-url', '--prices', '--free-allowance', '--gratis'])(
    '%s says its rule where that is broken',
    (name) => {
      expect(() => billingBy([name, 'nonsense'])).toThrow(`${name} must be `);
    },
  );
});
