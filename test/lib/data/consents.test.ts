import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answerConsent,
  askAgainItem,
  countConfirmation,
  getConsent,
  putConsentItem,
} from '../../../lib/data/consents.ts';
import { LostCondition, transact } from '../../../lib/data/table.ts';
import { START_AT, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('one question counts once a day however often it is tried, and only so many others go besides', async () => {
  const count = (spaceId: string) =>
    countConfirmation(service.core.table, { spaceId, addressHash: 'a1' }, START_AT, 2);

  const allowed = [await count('one'), await count('one'), await count('one'), await count('two')];

  expect(allowed).toEqual([true, true, true, true]);
  expect(await count('three')).toBe(false);
  expect(await count('one')).toBe(true);
});

it('an address that has answered meanwhile is not asked again', async () => {
  const { table } = service.core;
  const consent = {
    spaceId: 'asked',
    addressHash: 'a2',
    address: 'a@example.com',
    state: 'pending',
    monitorName: 'n',
    createdAt: START_AT,
    askedAt: START_AT,
    mailedAt: START_AT,
    mails: 1,
    dueAt: START_AT,
  } as const;
  await transact(table, [putConsentItem(table, consent)]);
  await answerConsent(table, consent, 'unsubscribed');

  const late = transact(table, [askAgainItem(table, consent, START_AT)]);

  await expect(late).rejects.toThrow(LostCondition);
  expect(await getConsent(table, 'asked', 'a2')).toMatchObject({ state: 'unsubscribed', dueAt: null });
});
