import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../lib/adapters/ids.ts';
import { ownerKey } from '../../../../lib/data/keys.ts';
import { getOwner, type Account } from '../../../../lib/data/owners.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { itThorough } from '../../../support/thorough.ts';

const KEYS = '/api/account/keys';

let alice: SignedIn;
const service = fresh(startTestService);
beforeEach(async () => {
  alice = await signedIn(service);
});

const create = (body: unknown = { name: 'ci', organizationId: null }, who = alice) =>
  who.call('POST', `${KEYS}/create`, body);
const revoke = (id: unknown, who = alice) => who.call('POST', `${KEYS}/revoke`, { id });
const listed = async (who = alice) => (await who.call('GET', KEYS)).json['keys'];
const created = async (who = alice): Promise<{ id: string; secret: string }> => {
  const { json } = await create(undefined, who);
  return { id: json['key'].id, secret: json['secret'] };
};
const account = async () => (await getOwner(service.core.table, alice.account.id)) as Account;
const called = (secret: string) =>
  service.call('GET', '/api/endpoints', { headers: { 'x-api-key': secret } });

/** As the end of all sessions does. */
async function raiseEpoch() {
  const { table } = service.core;
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...ownerKey(alice.account.id) },
      UpdateExpression: 'SET epoch = epoch + :one, liveKeys = :none',
      ExpressionAttributeValues: { ':one': 1, ':none': 0 },
    }),
  );
}

describe('a new key', () => {
  it('is shown once, and kept as its hash and last four', async () => {
    const { status, json } = await create({ name: '  nightly\u00a0CI ', organizationId: null });
    const { key, secret } = json;

    expect(status).toBe(201);
    expect(secret).toMatch(/^mmk_[0-9A-Za-z]{49}$/);
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      name: 'nightly\u00a0CI',
      organizationId: null,
      readOnly: false,
      last4: secret.slice(-4),
      createdAt: new Date(START_AT).toISOString(),
    });
    expect(await listed()).toEqual([{ ...key, lastUsedAt: null, revokedAt: null, active: true }]);
    expect(JSON.stringify(await contentsOf(service))).not.toContain(secret.slice(4, -4));
    expect(JSON.stringify(await listed())).not.toContain(secret.slice(4, -4));
  });

  it('needs a sign-in within the last five minutes, which its list and its end do not', async () => {
    service.clock.advance(300);
    const { id } = await created();
    service.clock.advance(1);

    await expectNothingWritten(service, () => create(), {
      status: 401,
      error: 'reauth_required',
      names: ['5 minutes'],
    });
    expect(await listed()).toHaveLength(1);
    expect((await revoke(id)).json).toEqual({ ok: true });
  });

  it.each([
    ['no name', { organizationId: null }, 'invalid_key_name', 'name'],
    ['a name that is no text', { name: 7, organizationId: null }, 'invalid_key_name', '7'],
    ['a blank name', { name: ' \t', organizationId: null }, 'invalid_key_name', 'got 0'],
    ['a long name', { name: 'é'.repeat(61), organizationId: null }, 'invalid_key_name', 'got 61'],
    ['a name of two lines', { name: 'a\nb', organizationId: null }, 'invalid_key_name', 'control'],
    [
      'a name that turns its end round',
      { name: 'a\u202eb', organizationId: null },
      'invalid_key_name',
      'format',
    ],
    ['no organization', { name: 'ci' }, 'invalid_organization', 'organizationId'],
    ['an organization that is no id', { name: 'ci', organizationId: 7 }, 'invalid_organization', '7'],
    ['another field', { name: 'ci', organizationId: null, scope: 'all' }, 'invalid_request', 'scope'],
    [
      'a right that is neither',
      { name: 'ci', organizationId: null, readOnly: 'yes' },
      'invalid_request',
      'readOnly must be true',
    ],
    ['no JSON', 'name=ci', 'invalid_request', 'JSON'],
  ])('is refused with %s', async (_what, body, error, named) => {
    await expectNothingWritten(service, () => create(body), { status: 400, error, names: [named] });
  });

  it('takes a name of 60 characters', async () => {
    expect((await create({ name: '☎'.repeat(60), organizationId: null })).status).toBe(201);
  });

  it('is made for no organization that one does not administer', async () => {
    const body = { name: 'ci', organizationId: newId() };
    const refused = { status: 403, error: 'organization_forbidden', names: [body.organizationId] };
    await expectNothingWritten(service, () => create(body), refused);
  });

  it('is made by a session alone', async () => {
    const { token } = await service.guest();
    const { secret } = await created();
    const body = { name: 'ci', organizationId: null };
    for (const headers of [{}, { 'x-guest-token': token }, { authorization: `Bearer ${secret}` }]) {
      const origin = new URL(service.url).origin;
      const call = () => service.call('POST', `${KEYS}/create`, { body, headers: { ...headers, origin } });
      await expectNothingWritten(service, call, { status: 401, error: 'invalid_session' });
    }
  });
});

describe('ten live keys', () => {
  it('are the most, however many are asked for at once', async () => {
    const replies = await Promise.all(Array.from({ length: 14 }, () => create()));

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRefusal(reply, { status: 409, error: 'key_limit_reached', names: ['10'] });
    expect(await listed()).toHaveLength(10);
    expect((await account()).liveKeys).toBe(10);
  });

  itThorough('are counted without those that are revoked, once each', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => created()));
    const id = keys[0]?.id;
    const ends = await Promise.all([revoke(id), revoke(id), revoke(id)]);

    expect(ends.map(({ json }) => json)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect((await account()).liveKeys).toBe(9);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });

  itThorough('are counted anew after all sessions have ended', async () => {
    const old = await created();
    await raiseEpoch();
    alice = await signedIn(service, { account: await account() });
    for (let made = 0; made < 10; made++) expect((await create()).status).toBe(201);

    expect((await revoke(old.id)).status).toBe(200);
    expect((await account()).liveKeys).toBe(10);
    expect((await create()).status).toBe(409);
  });
});

describe('the end of a key', () => {
  it('counts from the next call on, and stays listed', async () => {
    const { id, secret } = await created();
    expect((await called(secret)).status).toBe(200);
    service.clock.advance(60);
    await revoke(id);

    expectRefusal(await called(secret), { status: 401, error: 'credencial_invalida' });
    const [key] = await listed();
    expect(key).toMatchObject({ id, active: false, revokedAt: '2027-03-01T12:01:00.000Z' });
  });

  itThorough('leaves fifty ended ones to be seen, however many there were', async () => {
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 10; at++) await created();
      await raiseEpoch();
      alice = await signedIn(service, { account: await account() });
      service.clock.advance(1);
    }
    const { secret } = await created();

    const keys = await listed();
    expect(keys).toHaveLength(51);
    expect(keys.filter(({ active }: { active: boolean }) => active)).toHaveLength(1);
    expect((await called(secret)).status).toBe(200);
    const kept = (await contentsOf(service)).filter(({ pk }) => String(pk).startsWith('KEY#'));
    expect(kept).toHaveLength(51);
  });

  it('is not repeated later', async () => {
    const { id } = await created();
    await revoke(id);
    const before = await contentsOf(service);
    service.clock.advance(3600);

    expect((await revoke(id)).json).toEqual({ ok: true });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('comes with that of all sessions', async () => {
    const { id, secret } = await created();
    await raiseEpoch();

    expectRefusal(await called(secret), { status: 401, error: 'credencial_invalida' });
    alice = await signedIn(service, { account: await account() });
    expect(await listed()).toEqual([expect.objectContaining({ id, active: false, revokedAt: null })]);
  });

  it('is for the account that has it', async () => {
    const { id, secret } = await created();
    const bob = await signedIn(service);
    for (const each of [id, newId()]) {
      const refused = { status: 404, error: 'key_not_found', names: [each] };
      await expectNothingWritten(service, () => revoke(each, bob), refused);
    }

    expect(await listed(bob)).toEqual([]);
    expect((await called(secret)).status).toBe(200);
  });

  it.each([undefined, null, 7, '', 'KEY#1', `${'a'.repeat(21)}!`])('needs an id: %j', async (id) => {
    await expectNothingWritten(service, () => revoke(id), {
      status: 400,
      error: 'invalid_key_id',
      names: ['id'],
    });
  });
});
