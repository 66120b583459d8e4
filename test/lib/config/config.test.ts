import { describe, expect, it } from 'vitest';
import { billingFor } from '../../support/money/billing.ts';
import { configFromEnv, required, urlsOf } from '../../../lib/config/config.ts';

describe('the settings of a function', () => {
  it('say in one sentence that the table is missing', () => {
    expect(() => configFromEnv({})).toThrow('TABLE_NAME is not set: the function does not know its table.');
  });

  it('are null where nothing is told, and alerts go to loopback on one machine only', () => {
    expect(configFromEnv({ TABLE_NAME: 't', BASE_URL: '', ALLOW_LOOPBACK_ALERTS: '1' })).toEqual({
      region: 'us-east-1',
      table: { name: 't' },
      urls: null,
      pingNames: null,
      securityHeaders: null,
      originMark: null,
      queues: { alerts: null, givenUp: null, checks: null },
      functions: { billing: null },
      secret: null,
      sender: null,
      guestMails: null,
      signUpMails: null,
      access: null,
      guests: null,
      allowance: null,
      publicPages: null,
      hold: null,
      heartbeat: null,
      operatorToken: null,
      panel: null,
      awsEvents: null,
      identityPings: null,
      awsChannels: null,
      sms: null,
      identity: null,
      userPool: null,
      metrics: null,
      billing: null,
      operator: null,
      settlement: null,
      build: null,
      standIns: null,
      allowLoopbackAlerts: false,
    });
  });

  it('say how it charges as the stack wrote it', () => {
    const billing = billingFor('live', { prices: 'extra_endpoint=0.25', gratis: 'email_alert' });
    const settlement = {
      rpcUrl: 'https://rpc.example.com',
      homologCredentialHash: null,
      facilitatorKey: { id: 'arn:x' },
    };

    expect(
      configFromEnv({
        TABLE_NAME: 't',
        BILLING: JSON.stringify(billing),
        SETTLEMENT: JSON.stringify(settlement),
      }),
    ).toMatchObject({ billing, settlement });
    expect(() => configFromEnv({ TABLE_NAME: 't', BILLING: 'live' })).toThrow(SyntaxError);
  });

  it('know where the service is by both URLs or not at all', () => {
    const half = configFromEnv({ TABLE_NAME: 't', BASE_URL: 'https://a.example' });
    const whole = configFromEnv({
      TABLE_NAME: 't',
      BASE_URL: 'https://a.example',
      INGEST_ORIGIN: 'https://in.example',
    });

    expect(() => urlsOf(half)).toThrow('This function is not told where the service is');
    expect(urlsOf(whole)).toEqual({ base: 'https://a.example', ingest: 'https://in.example' });
  });

  it('fail in one sentence where the code needs what nobody told', () => {
    expect(() => required(null, 'its build')).toThrow(
      'This function is not told its build: its declaration does not ask for it.',
    );
  });
});
