import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceProfile } from '../../../lib/data/accounts/accounts.ts';
import { putLogin, takeLogin } from '../../../lib/data/accounts/logins.ts';
import { getOwner } from '../../../lib/data/owners.ts';
import { getSession, putSession } from '../../../lib/data/accounts/sessions.ts';
import { WriteConflict, type Table } from '../../../lib/data/table.ts';
import { newAccount } from '../../support/accounts/session.ts';
import { START_AT as AT, startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { startTableProxy, type TableProxy } from '../../support/table/table-proxy.ts';

let proxy: TableProxy;
/** Carries out each kind of write, and then loses the answer of the first one. */
let table: Table;
const lost = new Set<string>();
const service = shared(startTestService);
beforeAll(async () => {
  const { standIns } = service.core.config;
  proxy = await startTableProxy(standIns?.dynamodb ?? '', async ({ operation, forward }) => {
    const answer = await forward();
    if (!/Put|Update|Transact/.test(operation) || lost.has(operation)) return answer;
    lost.add(operation);
    return { status: 500, body: { __type: 'InternalServerError', message: 'The answer was lost.' } };
  });
  table = tableBehind(service, proxy.url);
});
afterAll(() => proxy[Symbol.asyncDispose]());

it('a profile that was written is changed, and another one is not overwritten', async () => {
  lost.clear();
  const { id, profile } = await newAccount(service);
  const changed = { ...profile, name: 'Ann', revision: 2 };

  await replaceProfile(table, id, changed, 1);

  expect(lost).toContain('UpdateItem');
  expect(await getOwner(table, id)).toMatchObject({ profile: changed });
  const other = { ...profile, name: 'Eve', revision: 2 };
  await expect(replaceProfile(table, id, other, 1)).rejects.toThrow(WriteConflict);
  expect(await getOwner(table, id)).toMatchObject({ profile: changed });
});

it('a sign-in that was written down can be ended', async () => {
  lost.clear();
  const login = {
    hash: 'f00d', nonce: 'n', verifier: 'v', browserHash: 'b', returnTo: '/', purpose: 'sign-in' as const,
    ownerId: null, expiresAt: AT + 600_000,
  }; // prettier-ignore

  await putLogin(table, login);

  expect(lost).toContain('PutItem');
  expect(await takeLogin(table, 'f00d', 'b')).toEqual(login);
});

it('a session that was begun is there', async () => {
  lost.clear();
  const session = {
    hash: 'cafe', ownerId: 'ann', epoch: 1, authTime: AT, enrolledAt: null, mfa: false, acr: null, amr: [], person: null, createdAt: AT,
    browser: null, seenDay: 1, expiresAt: AT + 1,
  }; // prettier-ignore

  await putSession(table, session);

  expect(lost).toContain('TransactWriteItems');
  expect(await getSession(table, 'cafe')).toEqual(session);
});
