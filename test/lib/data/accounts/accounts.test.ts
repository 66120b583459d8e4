import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, ownerIdOfIdentity } from '../../../../lib/data/accounts/accounts.ts';
import {
  identityKey,
  ownerKey,
  sessionKey,
  sessionPointerKey,
  spaceKey,
  type Key,
} from '../../../../lib/data/keys.ts';
import { getOwner, ownerOfSpace } from '../../../../lib/data/owners.ts';
import { deleteSession, getSession, noteSeen, putSession } from '../../../../lib/data/accounts/sessions.ts';
import { WriteConflict, type Table } from '../../../../lib/data/table.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { START_AT as AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

let table: Table;
const service = shared(startTestService);
beforeAll(() => void ({ table } = service.core));

const DAY = Math.floor(AT / 86_400_000);
const made = { ownerId: 'ann', spaceId: 'home', identityHash: 'f00d', email: 'ann@example.com', now: AT };

async function stored(key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key: { ...key } }));
  return item;
}

it('an account is stored as its identity, itself and its space, and reads back whole', async () => {
  const account = await createAccount(table, made);

  expect(await stored(identityKey('f00d'))).toEqual({
    pk: 'IDENTITY#f00d', sk: 'IDENTITY', ownerId: 'ann', createdAt: AT,
  }); // prettier-ignore
  expect(await stored(ownerKey('ann'))).toEqual({
    pk: 'OWNER#ann', sk: 'OWNER', id: 'ann', kind: 'account', spaces: ['home'], monitors: 0, emailAlerts: 0, imports: 0,
    createdAt: AT, email: 'ann@example.com', emailVerifiedAt: AT, epoch: 1, liveKeys: 0, organizations: [],
    profile: { name: '', locale: 'en', timeZone: 'UTC', theme: 'system', revision: 1 },
  }); // prettier-ignore
  expect(await stored(spaceKey('home'))).toMatchObject({ ownerId: 'ann' });
  expect(await getOwner(table, 'ann')).toEqual(account);
  expect(account.trialStartedAt).toBeNull();
  expect(await ownerOfSpace(table, 'home')).toEqual(account);
  expect(await ownerIdOfIdentity(table, 'f00d')).toBe('ann');
  expect(await ownerIdOfIdentity(table, 'beef')).toBeUndefined();
});

it('an identity has one account, whoever comes second', async () => {
  const before = await contentsOf(service);

  await expect(createAccount(table, { ...made, ownerId: 'eve', spaceId: 'other' })).rejects.toThrow(
    WriteConflict,
  );

  expect(await contentsOf(service)).toEqual(before);
});

it('a session is stored by the hash of its secret, with the end that the table knows', async () => {
  const session = {
    hash: 'cafe', ownerId: 'ann', epoch: 1, authTime: AT, mfa: true, enrolledAt: null, acr: null, amr: ['pwd', 'otp'],
    person: { issuer: 'https://issuer.example', subject: 'ann' }, createdAt: AT, browser: 'Firefox 128 on Linux', seenDay: DAY,
    expiresAt: AT + 30 * 86_400_000,
  }; // prettier-ignore
  await putSession(table, session);

  const { hash: _hash, acr: _acr, enrolledAt: _enrolled, ...fields } = session;
  expect(await stored(sessionKey('cafe'))).toEqual({
    pk: 'SESSION#cafe', sk: 'SESSION', ...fields, ttl: (DAY + 15) * 86_400,
  }); // prettier-ignore
  expect(await getSession(table, 'cafe')).toEqual(session);
  expect(await stored(sessionPointerKey('ann', 'cafe'))).toEqual({
    pk: 'OWNER#ann', sk: 'SESSION#cafe', ttl: Math.ceil(session.expiresAt / 1000),
  }); // prettier-ignore

  await noteSeen(table, session, AT + 20 * 86_400_000);
  expect(await stored(sessionKey('cafe'))).toMatchObject({
    seenDay: DAY + 20,
    ttl: Math.ceil(session.expiresAt / 1000),
  });
  await expect(noteSeen(table, session, AT + 19 * 86_400_000)).rejects.toThrow(WriteConflict);

  await deleteSession(table, session);
  await deleteSession(table, session);
  expect(await getSession(table, 'cafe')).toBeUndefined();
  expect(await stored(sessionPointerKey('ann', 'cafe'))).toBeUndefined();
  await expect(noteSeen(table, session, AT + 21 * 86_400_000)).rejects.toThrow(WriteConflict);
});
