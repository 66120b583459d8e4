import { beforeEach, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const HOUR_SEC = 3_600;
const service = shared(startTestService);
let alice: Person;
beforeEach(async () => {
  alice = await service.guest();
});

const instant = (inSec: number) => new Date(service.clock.now() + inSec * 1000).toISOString();
/** Each day from now on for an hour. */
const daily = () => {
  const [, hour, minute] = /T(\d\d):(\d\d)/.exec(instant(0)) ?? [];
  return { from: undefined, until: undefined, cron: `${minute} ${hour} * * *`, length_sec: HOUR_SEC };
};
const plan = async (fields: object = {}, who: Pick<Person, 'call'> = alice): Promise<string> => {
  const body = { name: 'patch night', from: instant(0), until: instant(HOUR_SEC), ...fields };
  return (await who.call('POST', '/api/maintenance', body)).json['id'];
};

/** By name, as the list and as the page of each have it. */
async function inMaintenance(who: Pick<Person, 'call'> = alice): Promise<Record<string, string | null>> {
  const { endpoints } = (await who.call('GET', '/api/endpoints')).json as {
    endpoints: { id: string; name: string; maintenance: { name: string } | null }[];
  };
  for (const { id, maintenance } of endpoints)
    expect((await who.call('GET', `/api/endpoints/${id}`)).json['maintenance']).toEqual(maintenance);
  return Object.fromEntries(endpoints.map(({ name, maintenance }) => [name, maintenance?.name ?? null]));
}

async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 5) {
    service.clock.advance(300);
    await service.check();
  }
}

const incidentsOf = async (id: string) =>
  (await alice.call('GET', `/api/incidents?monitor=${id}`)).json['incidents'] as {
    reason: string;
    maintenance: string | null;
  }[];

it('the list says which monitors are in maintenance, by tags and until its end', async () => {
  await alice.createMonitor({ name: 'db', tags: ['db'] });
  await alice.createMonitor({ name: 'web' });
  expect(await inMaintenance()).toEqual({ db: null, web: null });
  await plan({ tags: ['db'] });
  expect(await inMaintenance()).toEqual({ db: 'patch night', web: null });
  service.clock.advance(HOUR_SEC);
  expect(await inMaintenance()).toEqual({ db: null, web: null });
});

it('a claimed window is for the monitors that came with it, and one of its new owner for all', async () => {
  const account = await signedIn(service);
  await account.call('POST', '/api/endpoints', { name: 'before', interval_sec: HOUR_SEC });
  await alice.createMonitor({ name: 'came' });
  await plan();
  await account.call('POST', '/api/auth/claim', { guest_token: alice.token });
  expect(await inMaintenance(account)).toEqual({ before: null, came: 'patch night' });
  await plan({ name: 'all', until: instant(2 * HOUR_SEC) }, account);
  expect(await inMaintenance(account)).toEqual({ before: 'all', came: 'all' });
});

it('what falls silent in it says so: while it lasts, when it is told, and in the history', async () => {
  await using hook = await startReceiver();
  const { id } = await alice.createMonitor({ interval_sec: 300, alert_url: hook.url });
  await service.call('POST', `/in/${id}`);
  await plan();
  await pass(30);
  const packet = async () => (await alice.call('GET', `/api/endpoints/${id}/incident`)).json;
  expect(await packet()).toMatchObject({
    incident: { opened_at: null, maintenance: 'patch night' },
    maintenance: { name: 'patch night' },
    in_words: expect.stringMatching(/It began during maintenance patch night\.$/),
  });

  await pass(35);
  expect(await packet()).toMatchObject({ incident: { maintenance: 'patch night' }, maintenance: null });
  expect(await incidentsOf(id)).toMatchObject([{ reason: 'silence', maintenance: 'patch night' }]);
  expect(hook.received.map(({ json }) => json['text'])).toEqual([
    expect.stringContaining(
      'It began during maintenance patch night, so this alert waited until that ended.',
    ),
  ]);
  await service.call('POST', `/in/${id}`);
  await pass(5);
  expect(await incidentsOf(id)).toMatchObject([{ state: 'closed', maintenance: 'patch night' }]);
  expect(hook.received.at(-1)?.json['text']).not.toContain('maintenance');

  await service.fail(id);
  await pass(5);
  expect(await incidentsOf(id)).toMatchObject([{ reason: 'fail', maintenance: null }, {}]);
});

it.each([
  ['once', () => ({})],
  ['again and again', daily],
])('one that is ended early, planned %s, is said of what began in it', async (_, fieldsNow) => {
  const { id } = await alice.createMonitor({ interval_sec: 60 });
  await service.call('POST', `/in/${id}`);
  const window = await plan(fieldsNow());
  service.clock.advance(90);
  await service.check();
  await alice.call('DELETE', `/api/maintenance/${window}`);
  expect((await alice.call('GET', '/api/maintenance')).json['windows']).toEqual([]);
  expect((await alice.call('DELETE', `/api/maintenance/${window}`)).status).toBe(404);
  await plan({ name: 'tomorrow', from: instant(86_400), until: instant(90_000) });
  await pass(5);

  expect(await incidentsOf(id)).toMatchObject([{ reason: 'silence', maintenance: 'patch night' }]);
});

it('runs and pings in it are marked, and none before it was planned', async () => {
  const { id } = await alice.createMonitor();
  await service.fail(id);
  service.clock.advance(60);
  await plan(daily());
  await service.fail(id);
  for (const kind of ['runs', 'events']) {
    const { json } = await alice.call('GET', `/api/endpoints/${id}/${kind}`);
    expect(json[kind].map((each: { maintenance?: string }) => each.maintenance)).toEqual([
      'patch night',
      undefined,
    ]);
  }
});
