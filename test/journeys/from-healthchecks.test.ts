import { expect, it } from 'vitest';
import { idOfUuid } from '../../lib/domain/monitors/check-uuid.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startHealthchecks } from '../support/servers/healthchecks.ts';
import { startTestService } from '../support/service/service.ts';

const [BACKUP, SYNC, REPORT] = [1, 2, 3].map((at) => `6d1f0c2e-31a5-4e6b-9d0f-00000000000${at}`) as [
  string,
  string,
  string,
];
const EMAIL = '4ec5a071-2d08-4baa-898a-eb4eb3cd6941';
const PING_KEY = 'mq3_d2hyu8ilpobm-4kz1w';

it('a project of Healthchecks is taken over by URL and key: its jobs go on as they are, and the one that falls silent is told', async () => {
  await using service = await startTestService({ startAt: Date.UTC(2026, 10, 27, 12) });
  await using receiver = await startReceiver();
  await using healthchecks = await startHealthchecks({
    checks: [
      { uuid: BACKUP, name: 'Nightly backup', slug: 'nightly-backup', schedule: '0 3 * * *', tz: 'Europe/Berlin', grace: 1_800, channels: EMAIL },
      { uuid: SYNC, name: 'Sync of db_1', slug: 'db_1-sync', timeout: 3_600, grace: 300, tags: 'db prod' },
      { uuid: REPORT, name: 'Report', slug: '', timeout: 86_400, grace: 3_600, status: 'paused' },
    ],
    channels: [{ id: EMAIL, name: 'Ops', kind: 'email' }],
  }); // prettier-ignore
  const who = await service.guest();
  await who.call('POST', '/api/channels', { url: receiver.url });
  const take = (query: string) =>
    who.call('POST', `/api/import/healthchecks${query}`, {
      url: healthchecks.url,
      api_key: 'hcw_'.padEnd(32, 'k'),
      ping_key: PING_KEY,
    });
  /** A call as a crontab has it, of the host name that was theirs. */
  const job = async (path: string, method = 'GET') => {
    service.clock.advance(1);
    const { status, text } = await service.call(method, path);
    return `${status} ${text}`;
  };
  const minutes = async (count: number) => {
    for (let at = 0; at < count; at += 5) {
      service.clock.advance(300);
      await service.check();
    }
    await service.drain();
  };

  const proposed = await take('');
  expect(proposed.json).toMatchObject({
    applied: false,
    would_create: 3,
    left_out: [],
    ping_key: { kept: true },
  });
  expect(proposed.json['lost'].map(({ field, checks }: Record<string, unknown>) => [field, checks])).toEqual([
    ['channels', [0]],
    ['status', [2]],
  ]);
  expect((await take('?apply=1')).json['created']).toHaveLength(3);

  // By UUID with its run, and by ping key and slug.
  expect(await job(`/ping/${BACKUP}/start`)).toBe('200 OK');
  expect(await job(`/${BACKUP}/0`, 'POST')).toBe('200 OK');
  expect(await job(`/ping/${PING_KEY}/db_1-sync`)).toBe('200 OK');
  expect(
    (await who.monitors()).map(({ name, state }: Record<string, unknown>) => `${name}: ${state}`).toSorted(),
  ).toEqual(['Nightly backup: ok', 'Report: paused', 'Sync of db_1: ok']);

  // The sync goes on for an hour, then its machine is gone.
  for (let hour = 0; hour < 3; hour += 1) {
    await minutes(60);
    if (hour === 0) expect(await job(`/ping/${PING_KEY}/db_1-sync`)).toBe('200 OK');
  }
  const sync = idOfUuid(SYNC);
  expect(receiver.received.map(({ json }) => [json['type'], json['name']])).toEqual([
    ['service.miss', 'Sync of db_1'],
  ]);
  expect(await who.read(sync)).toMatchObject({ state: 'late' });

  expect(await job(`/ping/${PING_KEY}/db_1-sync`)).toBe('200 OK');
  await minutes(5);
  expect(receiver.received.map(({ json }) => json['type'])).toEqual(['service.miss', 'service.recovery']);
  // What is taken over once more changes nothing of it.
  expect((await take('?apply=1')).json).toMatchObject({
    would_create: 0,
    created: [],
    ping_key: { kept: true },
  });
}, 60_000);
