import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { HostileIssuer } from '../../../support/accounts/hostile-issuer.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';

let issuer: HostileIssuer;
let service: TestService;
let alice: SignedIn;
beforeEach(async () => {
  issuer = await HostileIssuer.start();
  service = await startTestService({ identity: issuer.identity });
  alice = await signedIn(service);
});
afterEach(async () => {
  await service.stop();
  await issuer.stop();
});

const GONE = `${COOKIES.session}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
const end = () => alice.call('POST', '/api/account/sessions/end', {});
const back = () => `${service.core.config.urls?.base}/account?done=ended`;
const partsOf = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url);
  return [origin + pathname, Object.fromEntries(searchParams)];
};
const statusOf = async () => (await alice.call('GET', '/api/me')).status;

describe('ending all sessions', () => {
  it('names where an issuer ends its own, as its discovery says', async () => {
    issuer.metadata = { end_session_endpoint: `${issuer.url}/bye?tenant=7` };
    const { json } = await end();

    expect(json).toEqual({ ok: true, logout: expect.any(String) });
    expect(partsOf(json['logout'])).toEqual([
      `${issuer.url}/bye`,
      { tenant: '7', client_id: issuer.identity.clientId, post_logout_redirect_uri: back() },
    ]);
    expect(await statusOf()).toBe(401);
  });

  it('names the page of a user pool, by the parameters that are its own', async () => {
    service.core.config.identity = { ...issuer.identity, pages: 'https://people.example' };
    const { json } = await end();

    expect(partsOf(json['logout'])).toEqual([
      'https://people.example/logout',
      { client_id: issuer.identity.clientId, logout_uri: back() },
    ]);
  });

  it('names nothing where the issuer has no such page, and the page that comes next says so', async () => {
    const reply = await end();

    expect(reply.json).toEqual({ ok: true });
    expect(reply.headers.getSetCookie()).toEqual([GONE]);
    const page = await service.call('GET', '/account?done=ended-here');
    expect(page.text).toContain('could not sign you out at your sign-in provider');
    expect(await statusOf()).toBe(401);
    expect(service.logged).toEqual([]);
  });

  it.each([
    ['is away', () => issuer.stop()],
    [
      'names a page without TLS',
      async () => void (issuer.metadata = { end_session_endpoint: 'javascript:1' }),
    ],
  ])('ends them also while the issuer %s', async (_how, befall) => {
    await befall();

    expect((await end()).json).toEqual({ ok: true });
    expect(await statusOf()).toBe(401);
  });

  it('ends them where nobody can sign in any more', async () => {
    service.core.config.identity = null;

    expect((await end()).json).toEqual({ ok: true });
    expect(service.logged).toEqual([]);
  });
});
