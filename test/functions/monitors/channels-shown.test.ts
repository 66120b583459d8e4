import { beforeEach, expect, it } from 'vitest';
import { signedIn } from '../../support/accounts/session.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
let alice: Person;
beforeEach(async () => {
  alice = await service.guest();
});

const hook = (fields: object = {}) => ({ url: 'https://hooks.slack.com/services/T0/B0/x', ...fields });
const made = async (fields?: object, who: Pick<Person, 'call'> = alice) =>
  String((await who.call('POST', '/api/channels', hook(fields))).json['id']);

/** By name, as the list and as the page of each have it. */
async function speakers(who: Pick<Person, 'call'> = alice): Promise<Record<string, string[]>> {
  const { endpoints } = (await who.call('GET', '/api/endpoints')).json as {
    endpoints: { id: string; name: string; channel_ids: string[] }[];
  };
  for (const { id, channel_ids: ids } of endpoints)
    expect((await who.call('GET', `/api/endpoints/${id}`)).json['channel_ids']).toEqual(ids);
  return Object.fromEntries(endpoints.map(({ name, channel_ids: ids }) => [name, ids]));
}

it('a monitor names the channels that speak for it: by tags, on, and not where it wants none', async () => {
  await alice.createMonitor({ name: 'backup', tags: ['db'] });
  await alice.createMonitor({ name: 'report' });
  await alice.createMonitor({ name: 'quiet', alert_channels: false });
  expect(await speakers()).toEqual({ backup: [], report: [], quiet: [] });

  const all = await made();
  // Oldest first.
  service.clock.advance(1);
  const some = await made({ tags: ['db'] });
  await made({ on: false });

  expect(await speakers()).toEqual({ backup: [all, some], report: [all], quiet: [] });
});

it('a claimed channel is named by the monitors that came with it alone', async () => {
  const account = await signedIn(service);
  await account.call('POST', '/api/endpoints', { name: 'before', interval_sec: 3_600 });
  await alice.createMonitor({ name: 'came' });
  const channel = await made();
  await account.call('POST', '/api/auth/claim', { guest_token: alice.token });

  expect(await speakers(account)).toEqual({ before: [], came: [channel] });
});

it('only its owner is told which they are', async () => {
  const { id, token } = await alice.createMonitor({ name: 'backup' });
  await made();

  const { json } = await service.call('GET', `/api/endpoints/${id}?token=${token}`);
  expect(json).toMatchObject({ name: 'backup' });
  expect(json).not.toHaveProperty('channel_ids');
});

it('an open incident that a channel hears has a next alert', async () => {
  const nextAlert = async () => {
    const { id } = await alice.createMonitor({ name: 'backup' });
    await service.fail(id);
    await service.check();
    return (await alice.call('GET', `/api/endpoints/${id}/incident`)).json['incident']['next_alert_at'];
  };
  await made({ hears: ['silence'] });
  expect(await nextAlert()).toBe(null);
  await made({ hears: ['fail'] });
  expect(await nextAlert()).not.toBe(null);
});
