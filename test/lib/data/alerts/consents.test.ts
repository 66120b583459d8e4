import { expect, it } from 'vitest';
import {
  askAgainItem,
  endConsent,
  getConsent,
  putConsentItem,
} from '../../../../lib/data/alerts/consents.ts';
import { WriteConflict, transact } from '../../../../lib/data/table.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const PENDING = {
  addressHash: 'a2',
  address: 'a@example.com',
  state: 'pending',
  monitorName: 'n',
  isOfChannel: false,
  createdAt: START_AT,
  askedAt: START_AT,
  mailedAt: START_AT,
  mails: 1,
  quota: 'guests',
  countedAt: START_AT,
  booked: null,
  answeredAt: null,
  stoppedAt: null,
  dueAt: START_AT,
  untold: null,
} as const;

it('an address that has answered meanwhile is not asked again', async () => {
  const { table } = service.core;
  const consent = { ...PENDING, spaceId: 'asked' };
  await transact(table, [putConsentItem(table, consent)]);
  await endConsent(table, consent, START_AT);

  const late = transact(table, [askAgainItem(table, consent, START_AT)]);

  await expect(late).rejects.toThrow(WriteConflict);
  expect(await getConsent(table, 'asked', 'a2')).toMatchObject({ state: 'unsubscribed', dueAt: null });
});

it.each([
  ['is asked already', { dueAt: START_AT }],
  ['has confirmed', { dueAt: null, state: 'confirmed' }],
  ['has unsubscribed', { dueAt: null, state: 'unsubscribed' }],
  ['has bounced meanwhile', { dueAt: null, state: 'bounced' }],
] as const)('an address that %s is not asked again', async (what, as) => {
  const { table } = service.core;
  const consent = { ...PENDING, spaceId: what, ...as };
  await transact(table, [putConsentItem(table, consent)]);

  const seen = { ...consent, state: 'pending' } as const;
  const again = transact(table, [askAgainItem(table, seen, START_AT + 1)]);

  await expect(again).rejects.toThrow(WriteConflict);
  expect(await getConsent(table, what, 'a2')).toMatchObject({ ...as, askedAt: START_AT });
});

it('an address that is silent is asked again, and is due at once', async () => {
  const { table } = service.core;
  const consent = { ...PENDING, spaceId: 'silent', dueAt: null };
  await transact(table, [putConsentItem(table, consent)]);

  await transact(table, [askAgainItem(table, consent, START_AT + 1)]);

  expect(await getConsent(table, 'silent', 'a2')).toMatchObject({
    askedAt: START_AT + 1,
    dueAt: START_AT + 1,
  });
});
