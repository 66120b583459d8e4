import { expect, it } from 'vitest';
import { signedIn } from '../../../support/accounts/session.ts';
import { NIGHTLY, pingBySchedule } from '../../../support/service/pinged-by-schedule.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

const SLUG = '/api/endpoints/by-slug/nightly';
const listed = async (who: Pick<Person, 'call'>) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'] as {
    id: string;
    proposal: { id: string } | null;
  }[];

/** A monitor by key of which a day's look has noted what its runs speak for; returns its id. */
async function noted(): Promise<string> {
  const { id } = (await alice.call('PUT', SLUG, { interval_sec: 172_800 })).json;
  for (let night = 0; night < 8; night++) {
    await pingBySchedule(service, `/in/${id}`, NIGHTLY, 1);
    service.clock.advance(6 * 3_600);
    await service.check();
  }
  expect(await listed(alice)).toMatchObject([{ id, proposal: { kind: 'rhythm' } }]);
  return id;
}

it('a claimed monitor keeps what its runs speak for', async () => {
  const id = await noted();
  const account = await signedIn(service);
  expect((await account.call('POST', '/api/auth/claim', { guest_token: alice.token })).status).toBe(200);

  const proposal = (await listed(account))[0]?.proposal;
  expect(proposal).toMatchObject({ kind: 'rhythm' });
  expect(await listed(alice)).toEqual([]);
  const path = `/api/endpoints/${id}/proposal/take`;
  expect((await alice.call('POST', path, { proposal: proposal?.id })).status).toBe(404);
  expect((await account.call('POST', path, { proposal: proposal?.id })).status).toBe(200);
});

it('a new ping URL is of the same job: it keeps what its runs speak for', async () => {
  const id = await noted();
  const rotated = await alice.call('POST', `/api/endpoints/${id}/rotate`, {});
  expect(rotated.status).toBe(200);
  expect(await listed(alice)).toMatchObject([{ proposal: { kind: 'rhythm' } }]);
});

it('a PUT by its name keeps it where the timing stays, and drops it where that changes', async () => {
  await noted();
  await alice.call('PUT', SLUG, { interval_sec: 172_800, name: 'renamed' });
  expect(await listed(alice)).toMatchObject([{ name: 'renamed', proposal: { kind: 'rhythm' } }]);

  await alice.call('PUT', SLUG, { interval_sec: 100_000, name: 'renamed' });
  expect(await listed(alice)).toMatchObject([{ proposal: null }]);
});

it('a name that comes back has another life: nothing of what its runs spoke for before', async () => {
  const id = await noted();
  await alice.call('DELETE', `/api/endpoints/${id}`);
  const back = (await alice.call('PUT', SLUG, { interval_sec: 172_800 })).json;

  expect(await listed(alice)).toMatchObject([{ id: back.id, proposal: null }]);
  const { json } = await alice.call('GET', `/api/endpoints/${back.id}/proposal`);
  expect(json).toMatchObject({ proposals: [], drifts: [] });
});

itThorough('a name that comes back is told no durations and no hint by what it ran before', async () => {
  const asked = { cron: '30 4 * * *', tz: 'UTC', grace_sec: 600 };
  const { id } = (await alice.call('PUT', SLUG, asked)).json;
  for (let night = 0; night < 6; night++) {
    await service.call('GET', `/in/${id}/start`);
    service.clock.advance(60);
    await pingBySchedule(service, `/in/${id}`, NIGHTLY, 1);
  }
  const before = await alice.read(id);
  expect(before['hint']).not.toBeNull();

  await alice.call('DELETE', `/api/endpoints/${id}`);
  service.clock.advance(60);
  const back = (await alice.call('PUT', SLUG, asked)).json;

  const read = await alice.read(back.id);
  const fresh = await alice.read((await alice.call('PUT', `${SLUG}-new`, asked)).json.id);
  expect([read['duration'], read['hint']]).toEqual([fresh['duration'], null]);
  expect(before['duration']).not.toEqual(fresh['duration']);
});
