import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal as expectRefused } from '../../../support/service/refused.ts';
import { STATUSES, type ErrorCode } from '../../../../lib/contract/errors.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { itThorough } from '../../../support/thorough.ts';

let id: string;
const service = shared(startTestService);
const ana = fresh(() => signedIn(service));
const ben = fresh(() => signedIn(service));
const cy = fresh(() => signedIn(service));
beforeEach(async () => {
  id = (await ana.call('POST', PATH, { name: ' Night\u00a0shift ' })).json['organization'].id;
});

const expectRefusal = (reply: Reply, error: ErrorCode) =>
  expectRefused(reply, { status: STATUSES[error], error });
const PATH = '/api/organizations';
const one = () => `${PATH}/${id}`;
const show = async (who: SignedIn) => (await who.call('GET', one())).json['organization'];
const invite = (who: SignedIn, email: string, role = 'member') =>
  who.call('POST', `${one()}/invitations`, { email, role });
const join = (who: SignedIn) => who.call('POST', `${one()}/join`, {});
const joined = async (who: SignedIn, role = 'member') => {
  expect((await invite(ana, who.account.email, role)).status).toBe(201);
  expect((await join(who)).status).toBe(200);
};
const setRole = (who: SignedIn, whose: SignedIn, role: string) =>
  who.call('PATCH', `${one()}/members/${whose.account.id}`, { role });
const remove = (who: SignedIn, whose: SignedIn) => who.call('DELETE', `${one()}/members/${whose.account.id}`);
const listed = async (who: SignedIn) => (await who.call('GET', PATH)).json;
const as = (who: SignedIn, method: string, path: string, body?: unknown): Promise<Reply> =>
  who.call(method, path, body, { headers: { 'x-organization': id } });

describe('an organization', () => {
  it('belongs to whoever made it', async () => {
    expect(await show(ana)).toMatchObject({
      id,
      name: 'Night\u00a0shift',
      role: 'owner',
      enabled: true,
      members: [{ id: ana.account.id, email: ana.account.email, role: 'owner' }],
      invitations: [],
    });
    expect((await listed(ana))['organizations']).toMatchObject([{ id, role: 'owner' }]);
    expect((await listed(ben))['organizations']).toEqual([]);
    expectRefusal(await ben.call('GET', one()), 'organization_not_found');
  });

  it('is renamed by those who look after it, and switched off by an owner', async () => {
    await joined(ben, 'admin');
    await joined(cy);

    expect((await ben.call('PATCH', one(), { name: 'Days' })).json['organization'].name).toBe('Days');
    expectRefusal(await cy.call('PATCH', one(), { name: 'Mine' }), 'organization_forbidden');
    expectRefusal(await ben.call('PATCH', one(), { enabled: false }), 'organization_forbidden');
    for (const name of [' ', 'No\nNights', 'No\tNights', 'No\u202eNights'])
      expectRefusal(await ana.call('PATCH', one(), { name }), 'invalid_organization_name');
    expect((await ana.call('PATCH', one(), { enabled: false })).json['organization'].enabled).toBe(false);
    expectRefusal(await as(ana, 'GET', '/api/endpoints'), 'organization_forbidden');
  });
});

describe('an invitation', () => {
  it('is for the holder of its address alone', async () => {
    await invite(ana, ben.account.email.toUpperCase(), 'admin');

    expect((await listed(ben))['invitations']).toMatchObject([{ organization_id: id, role: 'admin' }]);
    expect((await listed(cy))['invitations']).toEqual([]);
    expectRefusal(await join(cy), 'not_found');
    expect((await join(ben)).json['organization']).toMatchObject({ role: 'admin' });
    expect((await listed(ben))['invitations']).toEqual([]);
    expect((await listed(ben))['organizations']).toMatchObject([{ id, role: 'admin' }]);
  });

  it('ends for both sides when it is declined', async () => {
    await invite(ana, ben.account.email, 'owner');
    const declined = await ben.call('POST', `${one()}/decline`, {});

    expect(declined.json).toEqual({ ok: true });
    expect((await listed(ben))['invitations']).toEqual([]);
    expect((await show(ana)).invitations).toEqual([]);
    expectRefusal(await join(ben), 'not_found');
    for (const other of [one(), `${PATH}/${'x'.repeat(3000)}`])
      expect((await cy.call('POST', `${other}/decline`, {})).json).toEqual({ ok: true });
  });

  it('opens nothing twice', async () => {
    await joined(ben);
    expect((await join(ben)).status).toBe(200);
    await remove(ana, ben);
    expectRefusal(await join(ben), 'not_found');
  });

  itThorough('ends after seven days, when it is taken back, and with the role of who gave it', async () => {
    await joined(ben, 'admin');
    await invite(ben, cy.account.email);
    const [{ id: invitation }] = (await show(ana)).invitations;
    await ana.call('DELETE', `${one()}/invitations/${invitation}`);
    expectRefusal(await join(cy), 'not_found');

    await invite(ben, cy.account.email);
    await setRole(ana, ben, 'member');
    expectRefusal(await join(cy), 'not_found');

    await invite(ana, cy.account.email);
    service.clock.advance(7 * 86_400);
    expectRefusal(await join(cy), 'not_found');
    expect((await listed(cy))['invitations']).toEqual([]);
  });
});

it('tells strangers of nobody in it, nor that there is one', async () => {
  await joined(ben);
  const refusals = [];
  for (const whose of [ana, ben, cy]) {
    refusals.push(await setRole(cy, whose, 'member'));
    refusals.push(await remove(cy, whose));
  }
  refusals.push(await cy.call('DELETE', `${one()}/invitations/x`));
  for (const reply of refusals) expectRefusal(reply, 'organization_not_found');
});

describe('roles', () => {
  it('let no member look after people, and no admin touch owners', async () => {
    await joined(ben, 'admin');
    await joined(cy);
    const forbidden = [
      await invite(cy, 'x@example.com'),
      await setRole(cy, ben, 'member'),
      await remove(cy, ben),
      await invite(ben, 'x@example.com', 'owner'),
      await setRole(ben, ben, 'owner'),
      await setRole(ben, ana, 'member'),
      await remove(ben, ana),
    ];
    for (const reply of forbidden) expectRefusal(reply, 'organization_forbidden');
    expect((await setRole(ben, cy, 'admin')).status).toBe(200);
  });

  it('never leave an organization without an owner', async () => {
    await joined(ben, 'admin');
    expectRefusal(await remove(ana, ana), 'last_owner');
    expectRefusal(await setRole(ana, ana, 'admin'), 'last_owner');
    await setRole(ana, ben, 'owner');
    const both = await Promise.all([remove(ana, ana), remove(ben, ben)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a call for an organization', () => {
  it('finds and makes what is the organization’s', async () => {
    await joined(ben);
    const { json } = await as(ben, 'POST', '/api/endpoints', { name: 'nightly', interval_sec: 300 });

    expect((await as(ana, 'GET', '/api/endpoints')).json['endpoints']).toMatchObject([{ id: json['id'] }]);
    expect((await ben.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
    expect((await ben.call('GET', `/api/endpoints/${json['id']}`)).status).toBe(404);
    await remove(ana, ben);
    expectRefusal(await as(ben, 'GET', '/api/endpoints'), 'organization_not_found');
  });

  it('is 404 for whoever is no member, and for any other credential', async () => {
    const guest = await service.guest();
    expectRefusal(await as(cy, 'GET', '/api/endpoints'), 'organization_not_found');
    expectRefusal(
      await cy.call('GET', '/api/endpoints', undefined, withHeader('nope')),
      'organization_not_found',
    );
    const headers = { 'x-guest-token': guest.token, 'x-organization': id };
    expectRefusal(await service.call('GET', '/api/endpoints', { headers }), 'organization_not_found');
  });
});

const withHeader = (organization: string) => ({ headers: { 'x-organization': organization } });
