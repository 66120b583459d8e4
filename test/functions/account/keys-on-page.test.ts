import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../lib/adapters/ids.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let alice: SignedIn;
beforeAll(
  async () => void (service = await startTestService({ allowLoopbackAlerts: false, identity: 'own' })),
);
beforeEach(async () => void (alice = await signedIn(service)));
afterAll(() => service.stop());

const AGAIN = '/auth/login?step=1&amp;return=%2Faccount';
const page = async (who = alice) => (await who.call('GET', '/account')).text;
const make = (name = 'nightly CI', who = alice) => who.submit('/account/keys', { name });
const end = (id: string, who = alice) => who.submit('/account/keys/revoke', { id });
const listed = async (who = alice) => (await who.call('GET', '/api/account/keys')).json['keys'];
const secretIn = ({ text }: Reply) => /<code id="new-key"[^>]*>(mmk_[0-9A-Za-z]{49})</.exec(text)?.[1] ?? '';
const called = (secret: string) =>
  service.call('GET', '/api/endpoints', { headers: { 'x-api-key': secret } });

/** A refusal as a page, and that nothing was written. */
async function expectRefusedPage(submit: () => Promise<Reply>, status: number, ...words: string[]) {
  const before = await contentsOf(service);
  const reply = await submit();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  for (const word of words) expect(reply.text).toContain(word);
  expect(await contentsOf(service)).toEqual(before);
}

describe('a key made on the page', () => {
  it('is shown in the answer, which nobody keeps, and nowhere after it', async () => {
    const reply = await make('  <b>nightly</b> ');
    const secret = secretIn(reply);

    expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await called(secret)).status).toBe(200);
    expect(await listed()).toMatchObject([{ name: '<b>nightly</b>', last4: secret.slice(-4), active: true }]);
    expect(reply.text).toContain(`mmk_…${secret.slice(-4)}`);
    for (const text of [await page(), JSON.stringify(await contentsOf(service))])
      expect(text).not.toContain(secret.slice(4, -4));
    expect(await page()).toContain('&lt;b&gt;nightly&lt;/b&gt;');
    expect(await page()).not.toContain('new-key');
  });

  it('comes with forms that work, and the other keys', async () => {
    await make('first');
    const { text } = await make('second');

    expect(text.match(/<form/g)).toHaveLength(text.split(`value="${alice.csrf}"`).length - 1);
    expect(text.indexOf('<bdi>second</bdi>')).toBeLessThan(text.indexOf('<bdi>first</bdi>'));
  });

  it('needs a recent sign-in: the page says so before, and the refusal leads to a new proof and back', async () => {
    const bob = await signedIn(service, { proof: { authTime: service.clock.now() - 300_001 } });

    expect(await page(bob)).toContain(`href="${AGAIN}"`);
    expect(await page(bob)).not.toContain('action="/account/keys"');
    expect(await page()).not.toContain(AGAIN);
    await expectRefusedPage(() => make('ci', bob), 401, 'reauth_required', `href="${AGAIN}"`);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['a blank name', { name: ' ' }, 400, 'invalid_key_name'],
    ['no name', {}, 400, 'invalid_key_name'],
    ['a name that is too long', { name: 'é'.repeat(61) }, 400, 'got 61'],
    ['another field', { name: 'ci', organizationId: 'x' }, 400, 'organizationId'],
    ['no token', { name: 'ci', csrf: '' }, 403, 'invalid_csrf'],
  ])('is refused with %s, on a page', async (_what, fields, status, word) => {
    await expectRefusedPage(() => alice.submit('/account/keys', fields), status, word);
  });

  it('is not offered beside ten others, and refused', async () => {
    for (let made = 0; made < 10; made += 1) await make(`key ${made}`);

    expect(await page()).toContain('Revoke a key to make another one.');
    expect(await page()).not.toContain('action="/account/keys"');
    await expectRefusedPage(() => make(), 409, 'key_limit_reached', 'href="/account"');
  });
});

describe('a key ended on the page', () => {
  it('opens nothing more, and is listed as revoked', async () => {
    const secret = secretIn(await make());
    const [{ id }] = await listed();
    const reply = await end(id);

    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=revoked']);
    expect((await called(secret)).status).toBe(401);
    expect((await alice.call('GET', '/account?done=revoked')).text).toContain('The key is revoked');
    expect(await page()).toMatch(/Keys that have ended \(1\)[\s\S]*Revoked <time/);
    expect((await end(id)).status).toBe(303);
  });

  it('is refused of another account, and of what is no key', async () => {
    await make();
    const [{ id }] = await listed();
    const bob = await signedIn(service);

    await expectRefusedPage(() => end(id, bob), 404, 'key_not_found');
    await expectRefusedPage(() => end(newId()), 404, 'key_not_found');
    await expectRefusedPage(() => end('x'), 400, 'invalid_key_id');
  });
});

it('the page tells when a key was used, and which ones the end of all sessions stopped', async () => {
  const secret = secretIn(await make());
  expect(await page()).toContain('never used');
  await called(secret);
  expect(await page()).toContain('last used <time');

  await alice.submit('/account/end-sessions');
  const again = await signedIn(service, {
    account: { ...alice.account, epoch: alice.account.epoch + 1 },
  });
  expect(await page(again)).toContain('Stopped with all sessions.');
});

it('the page shows the newest twenty of the keys that have ended', async () => {
  for (let made = 0; made < 22; made += 1) {
    await make(`key ${made}`);
    service.clock.advance(1);
    await end((await listed())[0].id);
  }
  const text = await page();

  expect(text).toContain('Keys that have ended (22)');
  expect(text).toContain('And 2 older ones.');
  expect(text).toContain('<bdi>key 2</bdi>');
  expect(text).not.toContain('<bdi>key 1</bdi>');
});
