import { randomUUID } from 'node:crypto';
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { putAvatar } from '../../../lib/data/accounts/avatars.ts';
import { deleteItems, partitionPages } from '../../../lib/data/delete-items.ts';
import { eventIdOf } from '../../../lib/data/keys.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { putOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { PICTURE } from '../../fuzz/cast.ts';
import { getOwner } from '../../../lib/data/owners.ts';
import { PARTITIONS, partitionOf } from '../../../lib/data/partitions.ts';
import { identityHashOf } from '../../../lib/flows/address-hash.ts';
import { ownerIdOfIdentity } from '../../../lib/data/accounts/accounts.ts';
import { openPeople } from '../../../lib/adapters/accounts/issuer-people.ts';
import { eraserHandler } from '../../../functions/eraser/eraser.ts';
import { REPORT } from '../../lib/domain/machines/devices/report/printed.ts';
import { newChannel } from '../../support/machines/channels.ts';
import { Cognito } from '../../support/accounts/cognito.ts';
import { READING } from '../../support/machines/machine.ts';
import { failTable, type FailingTable } from '../../support/table/failing-table.ts';
import { isKept } from '../../support/table/kept.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { wholeTable } from '../../support/table/whole-table.ts';
import { itThorough } from '../../support/thorough.ts';

let failing: FailingTable | undefined;
const service = shared(startTestService);
afterEach(() => failing?.end());

const deletion = (who: SignedIn) => who.call('POST', '/api/account/delete', { confirm: who.account.email });
const openErasures = async () => (await wholeTable(service)).filter(({ pk }) => pk === PARTITIONS.erasure);
const mentions = async (...texts: string[]) =>
  (await wholeTable(service)).filter(
    (item) => !isKept(item) && texts.some((text) => JSON.stringify(item).includes(text)),
  );

/** Somebody with a little of everything. */
async function somebody(): Promise<{ who: SignedIn; texts: string[] }> {
  const who = await signedIn(service);
  const { id } = await who.createMonitor({ alert_to: 'ops@example.com' });
  const ingest = await who.ingestKey();
  const { json: named } = await service.call('GET', `/in/${ingest}/job`);
  await service.call('POST', `/in/${id}/fail`, { body: 'disk full' });
  await service.check();
  const brought = { checks: [{ uuid: randomUUID(), slug: 'nightly' }], ping_key: randomUUID() };
  await who.call('POST', '/api/import/healthchecks?apply=1', brought);
  await who.call('GET', '/api/status-feed');
  await who.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
  const other = await signedIn(service);
  const { json } = await other.call('POST', '/api/organizations', { name: 'inviting' });
  const path = `/api/organizations/${json['organization'].id}`;
  await other.call('POST', `${path}/invitations`, { email: who.account.email, role: 'member' });
  const pingKey = hashOf(brought.ping_key);
  expect((await mentions(pingKey)).map(({ sk }) => sk)).toContain('SLUG#nightly');
  const joined = await newOrganization(service);
  await joined.join(who, 'member');
  await who.call('PUT', `/api/account/reports?organization=${joined.id}`, { weekly: true, monthly: false });
  const texts = [
    who.account.id,
    ...who.account.spaces,
    id,
    String(named['id'] ?? id),
    who.account.email,
    pingKey,
  ];
  return {
    who,
    texts: [...texts, ...(await machineOf(who)), ...(await machineOf(who, { isDeleted: true }))],
  };
}

/** A device that told what it is, sent a reading and has a channel: its id, the symbol of one measure, the channel's hash. */
async function machineOf(who: Pick<SignedIn, 'call'>, { isDeleted = false } = {}): Promise<string[]> {
  const { id } = (await who.call('POST', '/api/ambientes', { nome: 'db-1' })).json['ambiente'];
  await service.call('POST', `/api/ambientes/${id}/relatorio`, { body: { relatorio: REPORT } });
  const asked = { nome: 'db-1', ambiente_id: id, medida: 'loadavg' };
  const symbol: string = (await who.call('POST', '/api/coletas', asked)).json['coleta'].id;
  const options = { body: READING, headers: { 'content-type': 'text/plain' } };
  expect((await service.call('POST', `/r/${symbol}`, options)).status).toBe(200);
  const { channel } = await newChannel(service, id);
  if (isDeleted) await who.call('DELETE', `/api/ambientes/${id}`);
  expect((await mentions(id)).some(({ pk }) => pk === partitionOf('readings', id))).toBe(true);
  return [id, symbol, channel.credentialHash];
}

describe('a monitor whose id somebody else has by now', () => {
  it('is theirs: neither in the export of who had it before, nor erased with that', async () => {
    const [before, now] = [await signedIn(service), await service.guest()];
    const uuid = randomUUID();
    const id = idOfUuid(uuid);
    const brought = (who: Pick<SignedIn, 'call'>, name: string) =>
      who.call('POST', '/api/import/healthchecks?apply=1', { checks: [{ name, uuid }] });
    await brought(before, 'of before');
    await before.remove(id);
    // As the table does in its time.
    for await (const keys of partitionPages(service.core.table, partitionOf('monitor', id)))
      await deleteItems(service.core.table, keys);
    expect((await brought(now, 'of now')).json['created']).toHaveLength(1);

    expect((await before.call('GET', '/api/account/export')).text).not.toContain('of now');
    expect((await deletion(before)).status).toBe(200);
    expect((await service.ping(id)).status).toBe(200);
    await service.erase();
    service.clock.advance(660_000);
    await service.erase();

    expect((await service.ping(id)).status).toBe(200);
    expect(await now.events(id)).toHaveLength(2);
  });
});

describe('a crash', () => {
  it('of the call leaves the account whole or gone', async () => {
    const { who, texts } = await somebody();
    let goodCalls = 0;
    for (; (await getOwner(service.core.table, who.account.id)) !== undefined; goodCalls += 1) {
      const before = await contentsOf(service);
      const after = goodCalls;
      failing = failTable(service, (_command, number) => number >= after);
      const { status } = await deletion(who);
      failing.end();
      expect([200, 500, 503]).toContain(status);
      if (status !== 200) expect(await contentsOf(service)).toEqual(before);
    }
    expect(goodCalls).toBeGreaterThan(3);
    await service.erase();
    service.clock.advance(660_000);
    await service.erase();
    expect(await mentions(...texts)).toEqual([]);
  });

  it('of the call whose answer is lost is finished all the same', async () => {
    const { who, texts } = await somebody();
    failing = failTable(
      service,
      (command) => command === 'TransactWriteItemsCommand' || command === 'TransactWriteCommand',
      { answerLost: true },
    );
    await deletion(who);
    failing.end();

    expect((await who.call('GET', '/api/me')).status).toBe(401);
    await service.erase();
    service.clock.advance(660_000);
    await service.erase();
    expect(await mentions(...texts)).toEqual([]);
  });

  itThorough('of the eraser between any two calls is finished by its next run', async () => {
    const { who, texts } = await somebody();
    expect((await deletion(who)).status).toBe(200);
    let runs = 0;
    for (let goodCalls = 1; (await openErasures()).length > 0; goodCalls += 1) {
      failing = failTable(service, (_command, number) => number >= goodCalls);
      await service.erase().catch(() => undefined);
      failing.end();
      // The second pass is due as soon as the first is through.
      if ((await openErasures())[0]?.['sweptAt'] !== undefined) service.clock.advance(660_000);
      runs += 1;
      expect(runs).toBeLessThan(200);
    }

    expect(runs).toBeGreaterThan(15);
    expect(await mentions(...texts)).toEqual([]);
    expect(service.logged).toContain('erasure_failed');
  });

  itThorough('of one erasure holds up no other', async () => {
    const [one, other] = [await somebody(), await somebody()];
    await deletion(one.who);
    await deletion(other.who);
    const [first, second] = [one, other].toSorted((a, b) => (a.who.account.id < b.who.account.id ? -1 : 1));
    let hits = 0;
    failing = failTable(service, (command) => command.startsWith('Delete') && (hits += 1) === 1);
    await expect(service.erase()).rejects.toThrow('run_failed');
    failing.end();

    expect((await openErasures()).map(({ sweptAt }) => sweptAt !== undefined)).toEqual([false, true]);
    expect(first?.who.account.id).not.toBe(second?.who.account.id);
    await service.erase();
    service.clock.advance(660_000);
    await service.erase();
    expect(await mentions(...one.texts, ...other.texts)).toEqual([]);
  });
});

it('ends in time, and goes on with the next run', async () => {
  const { who, texts } = await somebody();
  await deletion(who);
  const handler = eraserHandler({ ...service.core, people: openPeople(service.core.config) });

  await handler({}, { getRemainingTimeInMillis: () => 10_000 });
  expect((await openErasures()).map(({ sweptAt }) => sweptAt)).toEqual([undefined]);

  await handler({}, { getRemainingTimeInMillis: () => 11_000 });
  service.clock.advance(660_000);
  await handler({}, { getRemainingTimeInMillis: () => 11_000 });
  expect(await mentions(...texts)).toEqual([]);
});

it('that is not done after six hours fails the run, which rings, and goes on all the same', async () => {
  const { who, texts } = await somebody();
  await deletion(who);
  const handler = eraserHandler({ ...service.core, people: openPeople(service.core.config) });
  const noTime = () => handler({}, { getRemainingTimeInMillis: () => 10_000 });

  service.clock.advance(6 * 3600 - 1);
  await noTime();
  service.clock.advance(1);
  const before = service.logged.length;
  await expect(noTime()).rejects.toThrow('run_failed');
  expect(service.logged.slice(before)).toEqual(['erasure_late', 'run_failed']);

  await service.erase();
  service.clock.advance(660);
  await service.erase();
  expect(await mentions(...texts)).toEqual([]);
});

itThorough('erases what was under way when the owner went, and was written after the first run', async () => {
  const { who, texts } = await somebody();
  const { table, clock } = service.core;
  const [, , monitorId = ''] = texts;
  await deletion(who);
  await service.erase();
  const at = clock.now();
  // A ping that had read the monitor and died before it took its event back; a sign-in that had read the account.
  await putOutput(table, monitorId, { eventId: eventIdOf(at, 'late'), at, text: 'late' });
  await signedIn(service, { account: who.account });
  await putAvatar(table, who.account.id, PICTURE);
  service.clock.advance(660_000);

  await service.erase();

  expect(await mentions(...texts)).toEqual([]);
  expect(await openErasures()).toEqual([]);
});

describe('with a user pool of the stack', () => {
  let cognito: Cognito;
  let who: SignedIn;
  const pool = { id: 'us-east-1_pool', issuer: 'https://issuer.example' };
  const identity = {
    issuer: pool.issuer, clientId: 'c', clientSecret: { userPool: pool.id },
    secondFactor: { acr: [], amr: [] }, signUp: 'open',
  }; // prettier-ignore
  beforeAll(async () => void (cognito = await Cognito.start()));
  beforeEach(async () => {
    cognito.reset();
    const { config } = service.core;
    Object.assign(config, {
      userPool: pool,
      identity,
      standIns: { ...config.standIns, cognito: cognito.url },
    });
    ({ who } = await somebody());
  });
  afterAll(async () => {
    Object.assign(service.core.config, { userPool: null, identity: null });
    await cognito.stop();
  });
  const removals = () => cognito.asked.filter(({ operation }) => operation === 'AdminDeleteUser');
  const person = () => ownerIdOfIdentity(service.core.table, who.identityHash);

  it('removes the person there, who begins no account before that', async () => {
    expect((await deletion(who)).status).toBe(200);
    expect(await person()).toBe(who.account.id);

    await service.erase();

    const [asked] = removals();
    const { UserPoolId, Username } = asked?.input ?? {};
    expect(UserPoolId).toBe(pool.id);
    expect(identityHashOf({ issuer: pool.issuer, subject: String(Username) })).toBe(who.identityHash);
    expect(await person()).toBeUndefined();
    service.clock.advance(660_000);
    // Whoever is gone is gone.
    cognito.faults = { AdminDeleteUser: { status: 400, type: 'UserNotFoundException' } };
    await service.erase();
    expect(await openErasures()).toEqual([]);
  });

  itThorough('goes on where the pool cannot be asked, and asks again', async () => {
    await deletion(who);
    cognito.faults = { AdminDeleteUser: { status: 500, type: 'InternalErrorException' } };

    await expect(service.erase()).rejects.toThrow('run_failed');

    expect(await person()).toBe(who.account.id);
    // The rest is gone already, up to the lists by which it is found.
    const left = await mentions(who.account.id, ...who.account.spaces);
    expect(left.map(({ pk }) => String(pk).replace(/#.*/, '')).toSorted()).toEqual(
      ['ERASURES', 'IDENTITY', ...Array.from({ length: 5 }, () => 'SPACE')].toSorted(),
    );
    cognito.faults = {};
    await service.erase();
    service.clock.advance(660_000);
    await service.erase();
    expect(await mentions(who.account.id, ...who.account.spaces)).toEqual([]);
  });
});

describe('deleting an organization', () => {
  it('is an owner’s, after a fresh sign-in, with its name', async () => {
    const [ann, bob, eve] = [await signedIn(service), await signedIn(service), await signedIn(service)];
    const { json } = await ann.call('POST', '/api/organizations', { name: 'Night Shift' });
    const { id } = json['organization'];
    const path = `/api/organizations/${id}`;
    await ann.call('POST', `${path}/invitations`, { email: bob.account.email, role: 'admin' });
    await bob.call('POST', `${path}/join`, {});
    await ann.call('POST', `${path}/invitations`, { email: 'open@example.com', role: 'member' });
    const acting = { headers: { 'x-organization': id } };
    const monitor = (await bob.call('POST', '/api/endpoints', { name: 'org job', interval_sec: 300 }, acting))
      .json;
    const ingest = (await bob.call('GET', '/api/ingest-key', undefined, acting)).json['key'];
    const byOrganization = (method: string, at: string, body?: unknown) => bob.call(method, at, body, acting);
    const machine = await machineOf({ call: byOrganization });
    const old = await signedIn(service, {
      account: ann.account,
      proof: { authTime: service.clock.now() - 301_000 },
    });
    const refused = (who: SignedIn, confirm: string, expected: { status: number; error: string }) =>
      expectNothingWritten(service, () => who.call('POST', `${path}/delete`, { confirm }), expected);

    await refused(eve, 'Night Shift', { status: 404, error: 'organization_not_found' });
    await refused(bob, 'Night Shift', { status: 403, error: 'organization_forbidden' });
    await refused(old, 'Night Shift', { status: 401, error: 'reauth_required' });
    await refused(ann, 'Day Shift', { status: 400, error: 'invalid_confirmation' });
    const { status } = await ann.call('POST', `${path}/delete`, { confirm: 'Night Shift' });

    expect(status).toBe(200);
    expect((await bob.call('GET', '/api/endpoints', undefined, acting)).status).toBe(404);
    expect((await bob.call('GET', '/api/organizations')).json['organizations']).toEqual([]);
    expect((await service.call('GET', `/in/${ingest}/another`)).status).toBe(404);
    await service.erase();
    expect((await service.ping(monitor['id'])).status).toBe(404);
    service.clock.advance(660_000);
    await service.erase();
    const gone = [id, 'Night Shift', monitor['id'], 'open@example.com', ...machine];
    expect(await mentions(...gone)).toEqual([]);
    expect((await ann.call('GET', '/api/me')).status).toBe(200);
    const anew = await signedIn(service, { account: ann.account });
    expect((await deletion(anew)).status).toBe(200);
  });
});
