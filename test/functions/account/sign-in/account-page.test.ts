import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newToken } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false, identity: 'own' }));
const alice = fresh(() => signedIn(service));

const PATH = '/account';
const ORGANIZATION = `/account/organizations/${'0'.repeat(22)}`;
const policyOf = ({ headers }: Reply) => headers.get('content-security-policy')?.split('; ');
const styleHashIn = ({ text }: Reply) => {
  const [, own = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
  return `sha256-${createHash('sha256').update(own).digest('base64')}`;
};
const noteIn = ({ text }: Reply) => /<p class="note" role="status">([^<]*)/.exec(text)?.[1];

describe('where nobody is signed in', () => {
  it.each([
    [PATH, '%2Faccount'],
    [`${PATH}?tab=keys&done=ended`, '%2Faccount%3Ftab%3Dkeys'],
    [`${PATH}?tab=another`, '%2Faccount'],
    [ORGANIZATION, encodeURIComponent(ORGANIZATION)],
  ])('%s leads to the sign-in and back, and knows nothing of the browser', async (path, onward) => {
    for (const cookie of ['', `${COOKIES.session}=${newToken('')}`, `${COOKIES.session}=x`]) {
      const reply = await service.call('GET', path, { headers: { cookie } });

      expect(reply.status).toBe(200);
      expect(reply.text).toContain(`href="/auth/login?return=${onward}"`);
      expect(reply.text).not.toMatch(/<form|<script/);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  it('what can be no organization is none, for everybody', async () => {
    for (const who of [service, alice]) {
      const reply = await who.call('GET', '/account/organizations/x%22');
      expect([reply.status, reply.text.includes('organization_not_found')]).toEqual([404, true]);
    }
  });

  it('it says so where nobody can sign in', async () => {
    await using alone = await startTestService();

    expect((await alone.call('GET', PATH)).text).toContain('no issuer is configured');
  });

  it('it is kept by nobody, framed by nobody, and allows its one stylesheet and no script', async () => {
    const reply = await service.call('GET', PATH);

    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('vary')).toContain('Cookie');
    expect(reply.headers.get('referrer-policy')).toBe('same-origin');
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect(policyOf(reply)).toContain("frame-ancestors 'none'");
    expect(policyOf(reply)).toContain(`style-src '${styleHashIn(reply)}'`);
    expect(String(policyOf(reply))).not.toMatch(/script-src|connect-src/);
  });

  it('it says what was done, of what it knows alone, since anybody can write the link', async () => {
    for (const done of ['signed-out', 'deleted', 'ended', 'ended-here'])
      expect(noteIn(await service.call('GET', `${PATH}?done=${done}`)), done).toBeDefined();
    for (const done of ['profile', '%3Cscript%3E'])
      expect(noteIn(await service.call('GET', `${PATH}?done=${done}`)), done).toBeUndefined();
  });
});

describe('who is signed in', () => {
  it.each([
    [PATH, '/app/account'],
    [`${PATH}?tab=keys`, '/app/account?tab=keys'],
    [`${PATH}?done=ended`, '/app/account'],
    // As the browser comes back from the pages of a user pool.
    [`${PATH}?result=success`, '/app/account?tab=sign-in&result=success'],
    [`${PATH}?result=%22%3E%0d%0a`, '/app/account?tab=sign-in&result=none'],
    [`${PATH}?tab=%22%3E%0d%0a`, '/app/account'],
    [ORGANIZATION, `/app/organizations/${'0'.repeat(22)}`],
  ])('is led by %s to %s in the console, and nothing is written', async (path, screen) => {
    const before = await contentsOf(service);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = await alice.call('GET', path, undefined, { headers });

    expect([reply.status, reply.headers.get('location')]).toEqual([303, screen]);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('gets a page too where accounts cannot be read, which takes no cookie away', async () => {
    const { client } = service.core.table;
    const send = client.send;
    client.send = () => Promise.reject(new Error('The table is away.'));
    try {
      const reply = await alice.call('GET', PATH);
      expect(reply.status).toBe(503);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.text).toContain('auth_unavailable');
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(policyOf(reply)).toContain(`style-src '${styleHashIn(reply)}'`);
    } finally {
      client.send = send;
    }
  });
});
