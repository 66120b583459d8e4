import { beforeEach, describe, expect, it } from 'vitest';
import { STATUSES, type ErrorCode } from '../../../../lib/contract/errors.ts';
import { newId } from '../../../../lib/adapters/ids.ts';
import { endSessions } from '../../../../lib/data/accounts/accounts.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

const KEYS = '/api/account/keys';

let id: string;
const service = shared(startTestService);
const ana = fresh(() => signedIn(service, { proof: { mfa: true } }));
const ben = fresh(() => signedIn(service, { proof: { mfa: true } }));
beforeEach(async () => {
  id = (await ana.call('POST', '/api/organizations', { name: 'Night shift' })).json['organization'].id;
  await ana.call('POST', `${path()}/invitations`, { email: ben.account.email, role: 'admin' });
  await ben.call('POST', `${path()}/join`, {});
});

const path = () => `/api/organizations/${id}`;
const create = (who: SignedIn, organizationId: unknown = id) =>
  who.call('POST', `${KEYS}/create`, { name: 'ci', organizationId });
const created = async (who: SignedIn): Promise<{ id: string; secret: string }> => {
  const { status, json } = await create(who);
  expect(status).toBe(201);
  return { id: json['key'].id, secret: json['secret'] };
};
const called = (secret: string, method = 'GET', body?: unknown) =>
  service.call(method, '/api/endpoints', {
    headers: { 'x-api-key': secret },
    ...(body !== undefined && { body }),
  });
const refuses = (reply: Reply, error: ErrorCode) => expectRefusal(reply, { status: STATUSES[error], error });
const listed = async (who: SignedIn) => (await who.call('GET', KEYS)).json['keys'];

describe('a key of an organization', () => {
  it('acts as the organization', async () => {
    const { secret } = await created(ben);
    const made = await called(secret, 'POST', { name: 'nightly', interval_sec: 300 });

    expect(made.status).toBe(201);
    const headers = { headers: { 'x-organization': id } };
    const seen = await ana.call('GET', '/api/endpoints', undefined, headers);
    expect(seen.json['endpoints']).toMatchObject([{ name: 'nightly' }]);
    expect((await ben.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
    const own = { headers: { 'x-api-key': secret, 'x-organization': id } };
    expect((await service.call('GET', '/api/endpoints', own)).status).toBe(200);
    own.headers['x-organization'] = newId();
    refuses(await service.call('GET', '/api/endpoints', own), 'organization_not_found');
  });

  it('is listed to, and revoked by, those who look after the organization', async () => {
    const key = await created(ben);

    expect(await listed(ana)).toMatchObject([{ id: key.id, organizationId: id, active: true }]);
    expect((await ana.call('POST', `${KEYS}/revoke`, { id: key.id })).json).toEqual({ ok: true });
    refuses(await called(key.secret), 'credencial_invalida');
    expect(await listed(ben)).toMatchObject([{ id: key.id, active: false }]);
  });

  it('is neither shown to nor revoked by a member', async () => {
    const key = await created(ana);
    await ana.call('PATCH', `${path()}/members/${ben.account.id}`, { role: 'member' });

    expect(await listed(ben)).toEqual([]);
    refuses(await ben.call('POST', `${KEYS}/revoke`, { id: key.id }), 'key_not_found');
    expect((await called(key.secret)).status).toBe(200);
  });
});

describe('a list of the keys of organizations', () => {
  it('reads of its people only who made keys that were not revoked', async () => {
    await created(ana);
    const revoked = await created(ben);
    await ana.call('POST', `${KEYS}/revoke`, { id: revoked.id });
    const read: string[] = [];
    const before = ({ command, input }: TableCall) =>
      void (command === 'GetItemCommand' && read.push(JSON.stringify(input)));

    const keys = await watchingTable(service, { before }, () => listed(ana));

    expect(keys).toHaveLength(2);
    expect(read.filter((input) => input.includes(ben.account.id))).toEqual([]);
  });

  itThorough('forgets the oldest that have ended with the role of their maker', async () => {
    const role = (to: string) => ana.call('PATCH', `${path()}/members/${ben.account.id}`, { role: to });
    for (let round = 0; round < 6; round++) {
      for (let key = 0; key < 10; key++) await created(ben);
      service.clock.advance(1);
      await role('member');
      await role('admin');
    }

    const { id: live } = await created(ana);

    const keys = await listed(ana);
    expect(keys.filter(({ active }: { active: boolean }) => active)).toMatchObject([{ id: live }]);
    expect(keys).toHaveLength(51);
  });
});

describe('it stops', () => {
  const remove = () => ana.call('DELETE', `${path()}/members/${ben.account.id}`);
  const demote = (role: string) => ana.call('PATCH', `${path()}/members/${ben.account.id}`, { role });

  it.each([
    ['when its maker is removed', remove],
    ['when its maker is no longer owner or admin', () => demote('member')],
    ['when its maker ends all sessions', () => ben.call('POST', '/api/account/sessions/end', {})],
    ['when the organization is switched off', () => ana.call('PATCH', path(), { enabled: false })],
  ])('%s', async (_when, stops) => {
    const { secret } = await created(ben);
    expect((await called(secret)).status).toBe(200);
    expect((await stops()).status).toBe(200);

    refuses(await called(secret), 'credencial_invalida');
    expect(await listed(ana)).toMatchObject([{ organizationId: id, active: false }]);
  });

  it('for good, also where its maker has a role again', async () => {
    const { secret } = await created(ben);
    await demote('member');
    service.clock.advance(1);
    await demote('owner');
    expect((await created(ben)).secret).toMatch(/^mmk_/);
    refuses(await called(secret), 'credencial_invalida');
    expect((await listed(ana)).map(({ active }: { active: boolean }) => active).toSorted()).toEqual([
      false,
      true,
    ]);
  });

  itThorough('in the second its maker is removed', async () => {
    const { secret } = await created(ben);
    const calls = Array.from({ length: 10 }, () => called(secret));
    await remove();
    refuses(await called(secret), 'credencial_invalida');
    for (const { status } of await Promise.all(calls)) expect([200, 401]).toContain(status);
  });
});

describe('it is not made', () => {
  it('without a second factor', async () => {
    const plain = await signedIn(service, { account: ana.account });
    refuses(await create(plain), 'organization_mfa_required');
  });

  it('by a member, a stranger, for what is none, nor while the organization is off', async () => {
    await ana.call('PATCH', `${path()}/members/${ben.account.id}`, { role: 'member' });
    const stranger = await signedIn(service, { proof: { mfa: true } });
    const before = await contentsOf(service);
    for (const reply of [await create(ben), await create(stranger), await create(ana, newId())])
      refuses(reply, 'organization_forbidden');
    expect(await contentsOf(service)).toEqual(before);
    await ana.call('PATCH', path(), { enabled: false });
    refuses(await create(ana), 'organization_forbidden');
  });

  itThorough('an eleventh time, counting those that work, also of calls at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => create(at % 2 ? ana : ben)));
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(10);
    for (const reply of replies) if (reply.status !== 201) refuses(reply, 'key_limit_reached');

    await ana.call('DELETE', `${path()}/members/${ben.account.id}`);
    expect((await create(ana)).status).toBe(201);
  });

  it('when all sessions of its maker end while it is made', async () => {
    let hasEnded = false;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || hasEnded) return;
      hasEnded = true;
      await endSessions(service.core.table, ben.account.id, service.clock.now());
    };

    const reply = await watchingTable(service, { before }, () => create(ben));

    refuses(reply, 'invalid_session');
    expect(await listed(ana)).toEqual([]);
  });

  it('by a session that has ended', async () => {
    await ben.call('POST', '/api/account/sessions/end', {});
    refuses(await create(ben), 'invalid_session');
  });
});
