import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COOKIES, CSRF_FIELD } from '../../../lib/contract/cookies.ts';
import { FORM_TYPE } from '../../../lib/contract/operation.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { pageHeaders, signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let alice: SignedIn;
let guest: Person;
beforeAll(
  async () => void (service = await startTestService({ allowLoopbackAlerts: false, identity: 'own' })),
);
beforeEach(async () => void ([alice, guest] = [await signedIn(service), await service.guest()]));
afterAll(() => service.stop());

const NOBODYS = `hp_${'0'.repeat(43)}`;
const OFFER = 'In this browser you made, without an account:';
const cookieWith = (token: string) => `${alice.cookie}; ${COOKIES.guest}=${token}`;
const page = async (token = guest.token) =>
  (await alice.call('GET', '/account', undefined, { headers: { cookie: cookieWith(token) } })).text;
const claim = (fields: Record<string, string> = {}, cookie = cookieWith(guest.token)) =>
  service.call('POST', '/account/claim', {
    body: String(new URLSearchParams({ [CSRF_FIELD]: alice.csrf, ...fields })),
    headers: { ...pageHeaders(service, 'POST'), cookie, 'content-type': FORM_TYPE },
  });
const countOf = async (who: Pick<Person, 'call'>) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'].length;

describe('what this browser made without an account', () => {
  it('is offered, with what would move, and claimed', async () => {
    await guest.createMonitor({ name: 'one' });
    await guest.createMonitor({ name: 'two' });
    await guest.call('POST', '/api/ambientes', { nome: 'db-1' });
    await guest.call('GET', '/api/status-feed');
    await guest.call('GET', '/api/ingest-key');
    const before = await contentsOf(service);
    expect(await page()).toContain(`${OFFER} 2 monitors, 1 device, the status feed, and the ingest key.`);
    expect(await contentsOf(service)).toEqual(before);

    const reply = await claim();

    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(reply.text).toContain('Now yours: 2 monitors, 1 device, the status feed, and the ingest key.');
    expect(reply.text).not.toContain(OFFER);
    expect(reply.text).not.toContain(guest.token);
    expect(reply.text.match(/<form/g)).toHaveLength(reply.text.split(`value="${alice.csrf}"`).length - 1);
    expect([await countOf(alice), await countOf(guest)]).toEqual([2, 0]);
  });

  it('moves once: a reload of the answer says that nothing is left', async () => {
    await guest.createMonitor();
    expect((await claim()).text).toContain('Now yours: 1 monitor.');

    expect((await claim()).text).toContain('No monitor, device, status feed or ingest key was left to move.');
    expect(await page()).not.toContain(OFFER);
  });

  it('is offered without what would stay, since the account has its own', async () => {
    await alice.call('GET', '/api/status-feed');
    await guest.createMonitor();
    await guest.call('GET', '/api/status-feed');

    expect(await page()).toContain(`${OFFER} 1 monitor.`);
  });

  it.each([
    ['of nobody', NOBODYS],
    ['that cannot be one', 'hp_x'],
  ])('is nothing by a token %s', async (_what, token) => {
    const text = await page(token);

    expect(text).toContain('name="guest_token"');
    expect(text).not.toContain(OFFER);
  });
});

describe('what was made with a guest token', () => {
  it('is claimed by the token, and what this browser made stays on offer', async () => {
    const other = await service.guest();
    await other.createMonitor();
    await guest.createMonitor();
    const { text } = await claim({ guest_token: ` ${other.token} ` });

    expect(text).toContain('Now yours: 1 monitor.');
    expect(text).toContain(`${OFFER} 1 monitor.`);
    expect([await countOf(alice), await countOf(guest)]).toEqual([1, 1]);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['of nobody', { guest_token: NOBODYS }, 409, 'unknown_guest'],
    ['that is cut off', { guest_token: NOBODYS.slice(0, -1) }, 400, 'invalid_product_claim'],
    ['that is empty', { guest_token: '' }, 400, 'invalid_product_claim'],
    ['beside another field', { guest_token: NOBODYS, all: '1' }, 400, 'all'],
    ['without the proof', { csrf: '' }, 403, 'invalid_csrf'],
  ])('is refused by one %s, on a page', async (_what, fields, status, word) => {
    await guest.createMonitor();
    const before = await contentsOf(service);
    const reply = await claim(fields);

    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    for (const part of [word, 'href="/account"']) expect(reply.text).toContain(part);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is refused where there is neither a token nor a guest of this browser', async () => {
    const reply = await claim({}, alice.cookie);

    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('invalid_product_claim')]);
  });
});
