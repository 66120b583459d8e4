import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { TestBrowser } from '../../../support/browser/browser.ts';
import { Cognito } from '../../../support/accounts/cognito.ts';
import { HostileIssuer } from '../../../support/accounts/hostile-issuer.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';
import { casesOf } from '../../../support/thorough.ts';

const POOL = 'us-east-1_AbCdEfGhI';

let issuer: HostileIssuer;
let cognito: Cognito;
let service: TestService;
beforeAll(async () => {
  [issuer, cognito] = await Promise.all([HostileIssuer.start(), Cognito.start()]);
  cognito.clientSecret = issuer.clientSecret;
  service = await startTestService({ identity: { ...issuer.identity, clientSecret: { userPool: POOL } } });
  service.core.config.standIns.cognito = cognito.url;
});
afterAll(async () => {
  await service.stop();
  await Promise.all([issuer.stop(), cognito.stop()]);
});
beforeEach(() => {
  issuer.ways = {};
  cognito.reset();
  service.logged.length = 0;
});

/** Signs in by a token with these claims over the honest ones, which say nothing of how. */
async function signIn(
  claims: Record<string, unknown> = {},
  path = '/auth/login',
  browser = new TestBrowser(),
) {
  const { location } = await browser.open(service.url + path);
  const asked = new URL(location ?? '').searchParams;
  issuer.nonce = asked.get('nonce') ?? '';
  issuer.ways = { claims };
  const state = asked.get('state') ?? '';
  const back = new URLSearchParams({ state, code: 'c', iss: issuer.url });
  const reply = await browser.open(`${service.url}/auth/callback?${back}`);
  const secret = browser.cookie(service.url, COOKIES.session) ?? '';
  return { browser, reply, session: await getSession(service.core.table, hashOf(secret)) };
}

const probes = () => cognito.asked.filter(({ operation }) => operation === 'AdminGetUser');
const agoSec = (sec: number) => Math.floor(Date.now() / 1000) - sec;

describe('a token of our own pool that does not say how', () => {
  it('is asked about, and a factor that the person has was shown', async () => {
    cognito.settings = ['SOFTWARE_TOKEN_MFA'];
    const { reply, session } = await signIn();

    expect(reply.status).toBe(302);
    expect(session?.mfa).toBe(true);
    expect(probes().map(({ input }) => input)).toEqual([{ UserPoolId: POOL, Username: 'ana' }]);
  });

  it('is about a person without one', async () => {
    const { reply, session } = await signIn();

    expect([reply.status, session?.mfa]).toEqual([302, false]);
    expect(probes()).toHaveLength(1);
  });

  it('proves one that was asked for', async () => {
    const { browser } = await signIn();
    cognito.settings = ['SOFTWARE_TOKEN_MFA'];
    const { reply, session } = await signIn({}, '/auth/login?mfa=1&return=/s', browser);

    expect([reply.status, reply.location]).toEqual([302, `${service.url}/s`]);
    expect(session?.mfa).toBe(true);
  });
});

describe('nobody is asked about, who', () => {
  it.each<[string, Record<string, unknown>]>([
    ['signed in with a password alone, by acr', { acr: 'loa:1' }],
    ['signed in with a password alone, by amr', { amr: ['pwd'] }],
    ['signed in by no way that is known', { amr: [] }],
    ['comes from another provider', { identities: [{ providerName: 'SAML' }] }],
    ['had signed in at the pool before this sign-in began', { auth_time: agoSec(90) }],
  ])('%s', async (_who, claims) => {
    cognito.settings = ['SOFTWARE_TOKEN_MFA'];
    const { reply, session } = await signIn(claims);

    expect([reply.status, session?.mfa]).toEqual([302, false]);
    expect(probes()).toEqual([]);
  });

  it('is of an issuer that is no pool of ours', async () => {
    await using elsewhere = await startTestService({ identity: issuer.identity });
    elsewhere.core.config.standIns.cognito = cognito.url;
    const browser = new TestBrowser();
    const { location } = await browser.open(`${elsewhere.url}/auth/login`);
    const asked = new URL(location ?? '').searchParams;
    issuer.nonce = asked.get('nonce') ?? '';
    const back = new URLSearchParams({ state: asked.get('state') ?? '', code: 'c', iss: issuer.url });
    const reply = await browser.open(`${elsewhere.url}/auth/callback?${back}`);

    expect(reply.status).toBe(302);
    expect(cognito.asked).toEqual([]);
  });
});

describe('a pool that cannot be asked', () => {
  const FAULTS = [
    { status: 500, type: 'InternalErrorException' },
    { status: 400, type: 'UserNotFoundException' },
    { status: 400, type: 'AccessDeniedException' },
    'mute' as const,
  ];

  it.each(casesOf(3, FAULTS))(
    'has nobody miss the sign-in, which was without a second factor: %j',
    async (fault) => {
      cognito.settings = ['SOFTWARE_TOKEN_MFA'];
      cognito.faults = { AdminGetUser: fault };
      const startedAtMs = performance.now();
      const { browser, reply, session } = await signIn();

      expect([reply.status, session?.mfa]).toEqual([302, false]);
      expect(service.logged).toEqual(['second_factor_unknown']);
      expect(performance.now() - startedAtMs).toBeLessThan(6_000);
      const proof = await signIn({}, '/auth/login?mfa=1', browser);
      expect(proof.reply.status).toBe(403);
    },
  );
});
