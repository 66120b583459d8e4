import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let ana: SignedIn;
let ben: SignedIn;
let id: string;
beforeAll(
  async () => void (service = await startTestService({ allowLoopbackAlerts: false, identity: 'own' })),
);
afterAll(() => service.stop());
beforeEach(async () => {
  ana = await signedIn(service, { proof: { mfa: true } });
  ben = await signedIn(service, { proof: { mfa: true } });
  id = (await ana.call('POST', '/api/organizations', { name: 'Night shift' })).json['organization'].id;
  await ana.submit(`${path()}/invitations`, { email: ben.account.email, role: 'admin' });
  await ben.submit(`${path()}/join`);
});

const path = () => `/account/organizations/${id}`;
const proof = () => `href="/auth/login?mfa=1&amp;step=1&amp;return=${encodeURIComponent(path())}"`;
const page = async (who: SignedIn, query = '') => (await who.call('GET', path() + query)).text;
const make = (who: SignedIn, name = 'nightly CI') => who.submit(`${path()}/keys`, { name });
const revoke = (who: SignedIn, keyId: string) => who.submit(`${path()}/keys/revoke`, { id: keyId });
const listed = async (who: SignedIn) => (await who.call('GET', '/api/account/keys')).json['keys'];
const demote = (role: string) => ana.submit(`${path()}/members/${ben.account.id}/role`, { role });
const secretIn = ({ text }: Reply) => /<code id="new-key"[^>]*>(mmk_[0-9A-Za-z]{49})</.exec(text)?.[1] ?? '';
const called = (secret: string) =>
  service.call('GET', '/api/endpoints', { headers: { 'x-api-key': secret } });

/** A refusal as a page, and that nothing was written. */
async function expectRefusedPage(send: () => Promise<Reply>, status: number, ...words: string[]) {
  const before = await contentsOf(service);
  const reply = await send();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  for (const word of words) expect(reply.text).toContain(word);
  expect(await contentsOf(service)).toEqual(before);
}

describe('a key made on the page of an organization', () => {
  it('is shown in the answer, with the way to copy it, and nowhere after it', async () => {
    const reply = await make(ben, ' <b>nightly</b> ');
    const secret = secretIn(reply);

    expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.text).toContain('data-copy="API key"');
    expect(reply.text).toContain(`<a href="${path()}">I have copied it</a>`);
    expect((await called(secret)).status).toBe(200);
    expect(await listed(ana)).toMatchObject([{ name: '<b>nightly</b>', organizationId: id, active: true }]);
    for (const text of [await page(ben), JSON.stringify(await contentsOf(service))])
      expect(text).not.toContain(secret.slice(4, -4));
    expect(await page(ana)).toContain('&lt;b&gt;nightly&lt;/b&gt;');
    expect(await page(ana)).toContain(`By <bdi>${ben.account.email}</bdi>`);
  });

  it('comes with forms that work, and the other keys', async () => {
    await make(ana, 'first');
    const { text } = await make(ben, 'second');

    expect(text.match(/<form/g)).toHaveLength(text.split(`value="${ben.csrf}"`).length - 1);
    expect(text.indexOf('<bdi>second</bdi>')).toBeLessThan(text.indexOf('<bdi>first</bdi>'));
  });

  it.each([
    ['without a second factor', {}, 403, 'organization_mfa_required'],
    ['with one that was shown long ago', { mfa: true, agoMs: 300_001 }, 401, 'reauth_required'],
  ])(
    'is not offered %s, and refused; both lead to a proof with one and back',
    async (_how, how, status, code) => {
      const { agoMs = 0, ...mfa } = how as { agoMs?: number; mfa?: boolean };
      const authTime = service.clock.now() - agoMs;
      const late = await signedIn(service, { account: ben.account, proof: { ...mfa, authTime } });

      expect(await page(late)).toContain(proof());
      expect(await page(late)).not.toContain(`action="${path()}/keys"`);
      await expectRefusedPage(() => make(late), status, code, proof());
      expect(await page(ben)).not.toContain(proof());
    },
  );

  it('is refused to a member, while the organization is off, and with a bad name', async () => {
    await expectRefusedPage(() => make(ana, ' '), 400, 'invalid_key_name', `href="${path()}"`);
    await demote('member');
    expect(await page(ben)).not.toContain('API keys</h2>');
    await expectRefusedPage(() => make(ben), 403, 'organization_forbidden');
    await ana.submit(`${path()}/switch`, { enabled: 'false' });
    expect(await page(ana)).toContain('No key can be made while the organization is switched off.');
    await expectRefusedPage(() => make(ana), 403, 'organization_forbidden');
    const stranger = await signedIn(service, { proof: { mfa: true } });
    await expectRefusedPage(() => make(stranger), 404, 'organization_not_found', 'href="/account"');
  });

  it('is not offered beside ten that work', async () => {
    for (let made = 0; made < 10; made += 1) await make(ana, `key ${made}`);

    expect(await page(ana)).toContain('Revoke a key to make another one.');
    expect(await page(ana)).not.toContain(`action="${path()}/keys"`);
    await expectRefusedPage(() => make(ben), 409, 'key_limit_reached', `href="${path()}"`);
  });
});

describe('a key of an organization on its page', () => {
  it('is revoked by another who looks after it, and listed as that', async () => {
    const secret = secretIn(await make(ben));
    const [{ id: keyId }] = await listed(ana);
    const reply = await revoke(ana, keyId);

    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${path()}?done=revoked`]);
    expect((await called(secret)).status).toBe(401);
    expect(await page(ana, '?done=revoked')).toContain('The key is revoked');
    expect(await page(ana)).toMatch(/Keys that have ended \(1\)[\s\S]*Revoked <time/);
  });

  it('is refused to a member and to strangers', async () => {
    await make(ana);
    const [{ id: keyId }] = await listed(ana);
    await demote('member');
    await expectRefusedPage(() => revoke(ben, keyId), 404, 'key_not_found');
    await expectRefusedPage(() => revoke(ana, 'x'), 400, 'invalid_key_id');
  });

  it('says when it is stopped, why, and can be revoked for good', async () => {
    const secret = secretIn(await make(ben));
    await demote('member');
    expect(await page(ana)).toContain('Stopped: who made it is no longer owner or admin');
    await demote('admin');
    await ana.submit(`${path()}/switch`, { enabled: 'false' });
    expect(await page(ana)).toContain('Stopped while the organization is switched off.');
    await ana.submit(`${path()}/switch`, { enabled: 'true' });
    expect(await page(ana)).toContain('Active.');
    await ana.submit(`${path()}/members/${ben.account.id}/remove`);
    expect(await page(ana)).toContain('By somebody who is no longer here.');

    const [{ id: keyId }] = await listed(ana);
    expect((await revoke(ana, keyId)).status).toBe(303);
    expect((await called(secret)).status).toBe(401);
  });
});

it.each(['0'.repeat(22), 'no id\u0002'])(
  'no key is ended from the page of an organization that is none: %j',
  async (other) => {
    await make(ana);
    const [key] = await listed(ana);

    await expectRefusedPage(
      () => ana.submit(`/account/organizations/${encodeURIComponent(other)}/keys/revoke`, { id: key.id }),
      404,
    );
  },
);
