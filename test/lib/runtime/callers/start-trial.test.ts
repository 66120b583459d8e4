import { describe, expect, it } from 'vitest';
import { beginTrial } from '../../../../lib/data/accounts/trials.ts';
import { readTotals } from '../../../../lib/data/counted-items.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import { getOwner, type Account } from '../../../../lib/data/owners.ts';
import { contentsOf, expectNothingWritten } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';

const DAY_SEC = 86_400;

const service = shared(() => startTestService({ billingMode: 'live' }));

const accountOf = async (who: SignedIn) =>
  (await getOwner(service.core.table, who.account.id)) as Account | undefined;
const trialOf = async (who: SignedIn) => (await who.call('GET', '/api/me')).json['trial'];
const create = async (who: SignedIn, fields: object = {}) =>
  (await who.call('POST', '/api/endpoints', { name: 'backup', interval_sec: 300, ...fields })).status;

describe('a trial', () => {
  it('begins with the first call as an owner, not with looking after the account', async () => {
    const alice = await signedIn(service);
    await alice.call('GET', '/api/auth/bootstrap');
    await alice.call('PATCH', '/api/account/profile', { name: 'Alice', revision: 1 });
    expect(await trialOf(alice)).toEqual({ days: 90, active: false, days_left: 90, ends_at: null });

    const startedAt = service.clock.now();
    await alice.call('GET', '/api/endpoints');

    expect(await accountOf(alice)).toMatchObject({ trialStartedAt: startedAt });
    service.clock.advance(DAY_SEC);
    await alice.call('GET', '/api/endpoints');
    const ends = new Date(startedAt + 90 * DAY_SEC * 1000).toISOString();
    expect(await trialOf(alice)).toEqual({ days: 90, active: true, days_left: 89, ends_at: ends });
  });

  it('begins once, however many calls are the first', async () => {
    const alice = await signedIn(service);

    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await alice.call('GET', '/api/endpoints')).status),
    );

    expect(statuses).toEqual(Array(6).fill(200));
    expect((await trialOf(alice))['active']).toBe(true);
  });

  it('begins with no call that another site may have had sent', async () => {
    const alice = await signedIn(service);
    const sent = { headers: { 'x-csrf-token': 'x' } };

    await expectNothingWritten(
      service,
      () => alice.call('POST', '/api/endpoints', { name: 'backup', interval_sec: 300 }, sent),
      { status: 403, error: 'invalid_csrf' },
    );
  });

  it.each(['cross-site', 'same-site'])(
    'begins with no link that is followed from a page %s',
    async (site) => {
      await using guarded = await startTestService({ allowLoopbackAlerts: false });
      const alice = await signedIn(guarded);
      const headers = { 'sec-fetch-site': site };
      const followed = await alice.call('GET', '/api/endpoints', undefined, { headers });
      const before = await getOwner(guarded.core.table, alice.account.id);
      await alice.call('GET', '/api/endpoints', undefined, { headers: { 'sec-fetch-site': 'none' } });

      expect(followed.status).toBe(200);
      expect(before).toMatchObject({ trialStartedAt: null });
      expect(await getOwner(guarded.core.table, alice.account.id)).toMatchObject({
        trialStartedAt: guarded.clock.now(),
      });
    },
  );

  it('lifts the paywall of monitors and intervals for 90 days, and what was made stays', async () => {
    const alice = await signedIn(service);
    for (let count = 0; count < 12; count++) expect(await create(alice, { interval_sec: 30 })).toBe(201);
    expect(await create(alice, { alert_to: 'a@example.com' })).toBe(201);
    expect(await create(alice, { alert_to: 'b@example.com' })).toBe(402);

    service.clock.advance(90 * DAY_SEC);
    const again = await signedIn(service, { account: alice.account });
    expect(await create(again)).toBe(402);
    const { endpoints } = (await again.call('GET', '/api/endpoints')).json;
    expect(endpoints).toHaveLength(13);
    const path = `/api/endpoints/${endpoints[0].id}`;
    expect((await again.call('PATCH', path, { name: 'renamed' })).status).toBe(200);
    expect((await again.call('PATCH', path, { interval_sec: 300 })).status).toBe(200);
    expect((await again.call('PATCH', path, { interval_sec: 30 })).status).toBe(402);
  });

  it('lifts it for jobs that register themselves too', async () => {
    const alice = await signedIn(service);
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    const pinged = async (count: number) => (await service.call('POST', `/in/${key}/job-${count}`)).status;
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push(await pinged(count));

    expect(new Set(statuses)).toEqual(new Set([200]));
    service.clock.advance(90 * DAY_SEC);
    expect(await pinged(12)).toBe(402);
    expect(await pinged(0)).toBe(200);
  });

  it('is one for a mailbox, however it is spelled and whichever account it has', async () => {
    const first = await signedIn(service, { email: 'ann.orsted@gmail.com' });
    await first.call('GET', '/api/endpoints');
    const begun = await trialOf(first);
    service.clock.advance(30 * DAY_SEC);

    const second = await signedIn(service, { email: 'AnnOrsted+2@googlemail.com' });
    await second.call('GET', '/api/endpoints');

    expect(await trialOf(second)).toEqual({ ...begun, days_left: 60 });
    const memories = (await contentsOf(service)).filter(({ sk }) => sk === 'TRIAL');
    expect(JSON.stringify(memories)).not.toMatch(/orsted/i);
  });

  it('counts its person once, though calls begin it at once and the mailbox had one before', async () => {
    const { table } = service.core;
    const first = await signedIn(service, { email: 'ben@example.com' });
    await first.call('GET', '/api/endpoints');
    const second = await signedIn(service, { email: 'ben+2@example.com' });
    const { people } = await readTotals(table);
    await second.call('GET', '/api/endpoints');

    await expect(beginTrial(table, second.account, service.clock.now())).rejects.toThrow(WriteConflict);

    expect(await readTotals(table)).toEqual({ people: people + 1 });
  });

  it('is no guest’s', async () => {
    const guest = await service.guest();
    for (let count = 0; count < 10; count++) await guest.createMonitor();

    const { status } = await guest.call('POST', '/api/endpoints', { name: 'eleventh', interval_sec: 300 });
    expect(status).toBe(402);
  });
});
