import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { feedTokenKey } from '../../../lib/data/keys.ts';
import { getOwner, ownerOfGuestToken, type Owner } from '../../../lib/data/owners.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import type { Table } from '../../../lib/data/table.ts';
import { feedScopeOf } from '../../../lib/domain/feed/feed-scope.ts';
import { moveHome, widenFeed } from '../../support/accounts/moved-space.ts';
import { contentsOf, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { startTableProxy, type TableProxy } from '../../support/table/table-proxy.ts';

let proxy: TableProxy;
/** The table itself; the service reaches it through the proxy. */
let table: Table;
/** Done once, when the next transaction of the service is on its way: it was decided from what was before. */
let meanwhile: (() => Promise<void>) | null = null;

let alice: Person;
let bob: Person;

const service = shared(() => startTestService({ billingMode: 'live' }));
beforeAll(async () => {
  const { core } = service;
  const endpoint = core.config.standIns.dynamodb;
  proxy = await startTableProxy(endpoint, async ({ operation, forward }) => {
    const work = operation === 'TransactWriteItems' ? meanwhile : null;
    if (work) {
      meanwhile = null;
      await work();
    }
    return forward();
  });
  table = tableBehind(service, endpoint);
  core.table.client = tableBehind(service, proxy.url).client;
});
afterAll(() => proxy[Symbol.asyncDispose]());
beforeEach(async () => {
  meanwhile = null;
  [alice, bob] = [await service.guest(), await service.guest()];
});

async function ownerOf(person: Person): Promise<Owner> {
  const owner = await ownerOfGuestToken(table, hashOf(person.token));
  if (!owner) throw new Error('The guest has no owner.');
  return owner;
}
const move = async () => moveHome(table, (await ownerOf(alice)).id, (await ownerOf(bob)).id);
const moveMeanwhile = () => void (meanwhile = move);
const namesOf = async (person: Person) =>
  (await person.monitors()).map(({ name }: { name: string }) => name) as string[];
const statesOf = async (person: Person) =>
  (await person.monitors()).map(({ state }: { state: string }) => state) as string[];

/** The counters of an owner say what there is. */
async function expectTrueCounters(person: Person): Promise<void> {
  const { id, spaces } = await ownerOf(person);
  const active = (await listMonitors(table, spaces, service.clock.now())).filter(({ active }) => active);
  expect(await getOwner(table, id)).toMatchObject({
    monitors: active.length,
    emailAlerts: active.filter(({ alertTo }) => alertTo !== null).length,
    fast: active.filter(({ countsAsFast }) => countsAsFast).length,
  });
}

describe('a space that becomes another owner’s between read and write', () => {
  it('gets no monitor that its old owner creates: that one lands in the fresh home', async () => {
    await alice.createMonitor({ name: 'before' });
    moveMeanwhile();

    await alice.createMonitor({ name: 'after' });

    expect(await namesOf(alice)).toEqual(['after']);
    expect(await namesOf(bob)).toEqual(['before']);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });

  it('is not changed by its old owner, with and without a change of the counters', async () => {
    const [one, other] = [await alice.createMonitor(), await bob.createMonitor()];
    const carol = await service.guest();

    moveMeanwhile();
    const renamed = await alice.patch(one['id'], { name: 'renamed' });
    meanwhile = async () => moveHome(table, (await ownerOf(bob)).id, (await ownerOf(carol)).id);
    const mailed = await bob.patch(other['id'], { alert_to: 'bob@example.com' });

    for (const refused of [renamed, mailed]) expectRefusal(refused, { status: 404, error: 'not_found' });
    expect([await namesOf(bob), await namesOf(carol)]).toEqual([['nightly backup'], ['nightly backup']]);
    for (const each of [alice, bob, carol]) await expectTrueCounters(each);
  });

  it('keeps a monitor that its old owner deletes, and the allowance that it takes', async () => {
    const { id } = await alice.createMonitor();
    moveMeanwhile();

    expectRefusal(await alice.remove(id), { status: 404, error: 'not_found' });

    expect(await statesOf(bob)).toEqual(['waiting']);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });

  it('gets nothing that its old owner imports', async () => {
    moveMeanwhile();

    const imported = await service.call('POST', '/api/import/crontab?apply=1', {
      token: alice.token,
      body: '0 3 * * * backup',
      headers: { 'content-type': 'text/plain' },
    });

    expect(imported.json['created']).toHaveLength(1);
    expect(await namesOf(alice)).toEqual(['backup']);
    expect(await namesOf(bob)).toEqual([]);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });

  it.each([
    ['ingest key', '/api/ingest-key', 'key'],
    ['feed', '/api/status-feed', 'token'],
  ])('keeps its %s: its old owner rotates that of the fresh home', async (_what, path, field) => {
    const before = (await alice.call('GET', path)).json[field];
    const [home] = (await ownerOf(alice)).spaces;
    moveMeanwhile();

    const rotated = (await alice.call('DELETE', path)).json[field];

    expect(rotated).not.toBe(before);
    const tokens = (await contentsOf(service)).filter(({ sk }) => String(sk).startsWith('TOKEN#'));
    expect(tokens.find(({ pk }) => pk === `SPACE#${home}`)).toMatchObject({ version: 1 });
    expect((await alice.call('GET', path)).json[field]).toBe(rotated);
  });

  it('counts for its new owner what a job registers by its key', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    moveMeanwhile();

    const ping = await service.call('GET', `/in/${key}/backup`);

    expect(ping.json).toMatchObject({ ok: true, created: true });
    expect(await namesOf(alice)).toEqual([]);
    expect(await namesOf(bob)).toEqual(['backup']);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });

  it('asks the new owner’s allowance for what a job registers by its key', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    for (let turn = 0; turn < 10; turn++) await bob.createMonitor();
    moveMeanwhile();

    const ping = await service.call('GET', `/in/${key}/backup`);

    expectRefusal(ping, { status: 402, error: 'pagamento_necessario' });
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });

  it('revives a known job where it is, for whoever owns that now', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    const { endpoint_id: id } = (await service.call('GET', `/in/${key}/backup`)).json;
    await alice.remove(id);
    moveMeanwhile();

    const ping = await service.call('GET', `/in/${key}/backup`);

    expect(ping.json).toMatchObject({ endpoint_id: id, created: true });
    expect(await statesOf(bob)).toEqual(['ok']);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });
});

describe('a space that has become another owner’s', () => {
  it('is its new owner’s to read and change, and the old one’s no longer', async () => {
    const { id } = await alice.createMonitor();
    await move();
    const paths = ['', '/events', '/alerts'].map((path) => `/api/endpoints/${id}${path}`);

    for (const path of paths) {
      expectRefusal(await alice.call('GET', path), { status: 404, error: 'not_found' });
      expect((await bob.call('GET', path)).status).toBe(200);
    }
    expect((await alice.patch(id, { name: 'x' })).status).toBe(404);
    expect((await alice.remove(id)).status).toBe(404);
    expect((await bob.remove(id)).status).toBe(200);
    for (const each of [alice, bob]) await expectTrueCounters(each);
  });
});

describe('a feed', () => {
  const shown = async (token: string): Promise<Reply['json']> =>
    (await service.call('GET', `/s/${token}.json`)).json;
  const rows = async (token: string) =>
    (await shown(token))['endpoints'].map(({ name }: { name: string }) => name) as string[];

  it('that was given away goes on showing its space, and nothing else of the new owner', async () => {
    await alice.createMonitor({ name: 'of alice' });
    await bob.createMonitor({ name: 'of bob' });
    const [given, own] = [
      (await alice.call('GET', '/api/status-feed')).json['token'],
      (await bob.call('GET', '/api/status-feed')).json['token'],
    ];

    await move();

    expect(await rows(given)).toEqual(['of alice']);
    expect(await rows(own)).toEqual(['of bob']);
    await alice.createMonitor({ name: 'in the fresh home' });
    expect(await rows(given)).toEqual(['of alice']);
    expect(await namesOf(bob)).toEqual(expect.arrayContaining(['of alice', 'of bob']));
  });

  it('of all spaces of its owner shows one that comes to it', async () => {
    await alice.createMonitor({ name: 'of alice' });
    await bob.createMonitor({ name: 'of bob' });
    const own = (await bob.call('GET', '/api/status-feed')).json['token'];
    await widenFeed(table, hashOf(own), feedTokenKey);

    await move();

    expect((await rows(own)).toSorted()).toEqual(['of alice', 'of bob']);
  });

  it('is minted for one space by a guest, and for all by an account', () => {
    expect(feedScopeOf({ kind: 'guest' })).toBe('space');
    expect(feedScopeOf({ kind: 'account' })).toBe('owner');
    expect(feedScopeOf({ kind: 'organization' })).toBe('owner');
  });
});
