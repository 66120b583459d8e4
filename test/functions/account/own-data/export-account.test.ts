import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { putEvent } from '../../../../lib/data/monitors/events.ts';
import { deviceKey, eventIdOf, monitorKey, spaceMonitorKey } from '../../../../lib/data/keys.ts';
import { partitionOf } from '../../../../lib/data/partitions.ts';
import { putOutput } from '../../../../lib/data/monitors/job-outputs.ts';
import { putSnapshot } from '../../../../lib/data/machines/snapshots.ts';
import type { Output } from '../../../../lib/console/api/operations.ts';
import { NOTHING_EXPORTED, withPage } from '../../../../lib/console/screens/account/export-file.ts';
import { PICTURE } from '../../../fuzz/cast.ts';
import { purchaseOf, record } from '../../../support/money/bought.ts';
import { needsCurl } from '../../../support/lacking.ts';
import { newChannel } from '../../../support/machines/channels.ts';
import { newMachine } from '../../../support/machines/machine.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { START_AT, startTestService, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { wholeTable } from '../../../support/table/whole-table.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);

const EXPORT = '/api/account/export';

/** Every page of an account's export. */
async function exported(who: SignedIn): Promise<Reply[]> {
  const pages: Reply[] = [];
  for (let next: string | null = service.url + EXPORT; next !== null; next = pages.at(-1)?.json['next']) {
    pages.push(await who.call('GET', next.slice(service.url.length)));
    expect(pages.at(-1)?.status).toBe(200);
    expect(pages.length).toBeLessThan(100);
  }
  return pages;
}

type Held = Record<'kind' | 'of' | 'key', string> & { data: Record<string, unknown> };
const isPointer = (sk: unknown) => String(sk).startsWith(spaceMonitorKey('', '').sk);
const recordsOf = (pages: Reply[]) => pages.flatMap(({ json }) => json['records'] as Held[]);

it('is one file in the console, and a page alone is one that a browser keeps', async () => {
  const eve = await signedIn(service);
  for (const each of [1, 2, 3]) await eve.createMonitor({ name: `file ${each}` });
  const [first] = await exported(eve);
  const day = new Date(START_AT).toISOString().slice(0, 10);
  expect(first?.headers.get('content-disposition')).toBe(`attachment; filename="rollcall-${day}.json"`);

  const whole = first?.json as Output<'exportAccount'>;
  const paged = (cuts: number[]) => {
    let soFar = NOTHING_EXPORTED;
    cuts.forEach((from, at) => {
      const next = at === cuts.length - 1 ? null : `${service.url}${EXPORT}?cursor=${at}`;
      const records = whole.records.slice(from, cuts[at + 1]);
      soFar = withPage(soFar, { ...(at === 0 ? whole : { generated_at: '' }), records, next });
    });
    return soFar;
  };
  // Pages may be empty, at the beginning as well.
  for (const cuts of [[0], [0, 2], [0, 0, 1, 1, 3], [0, whole.records.length]]) {
    const { parts, records, cursor } = paged(cuts);
    expect(JSON.parse(parts.join(''))).toEqual({
      generated_at: whole.generated_at,
      account: whole.account,
      records: whole.records,
    });
    expect([records, cursor]).toEqual([whole.records.length, null]);
  }
  expect(paged([0, 1, 2]).parts).toHaveLength(3);
}); // prettier-ignore

describe('an export', () => {
  it('holds everything of the account, and no secret', async () => {
    const ana = await signedIn(service, { email: 'ana-export@example.com' });
    await ana.call('PUT', '/api/account/avatar', PICTURE, { headers: { 'content-type': 'image/webp' } });
    const profile = { name: 'Ana of the export', revision: 1 };
    await ana.call('PATCH', '/api/account/profile', profile);
    const made = await ana.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
    await ana.call('POST', '/api/organizations', { name: 'night shift' });
    const { json: guest } = await service.call('POST', '/api/guest');
    const bob = await signedIn(service);
    const { json: org } = await bob.call('POST', '/api/organizations', { name: 'day shift' });
    const invited = { email: ana.account.email, role: 'member' };
    await bob.call('POST', `/api/organizations/${org['organization'].id}/invitations`, invited);
    const monitor = await ana.createMonitor({
      alert_to: 'ops@example.com',
      alert_url: `${service.url}/hook`,
    });
    await ana.call('PATCH', `/api/endpoints/${monitor['id']}`, { name: 'nightly dump' });
    await service.call('POST', `/in/${monitor['id']}/fail`, { body: 'tar: disk full' });
    await service.check();
    const bought = purchaseOf({ spaceId: ana.account.spaces[0] ?? '' });
    await record(service.core.table, bought);
    const { json: ingest } = await ana.call('GET', '/api/ingest-key');
    const { json: feed } = await ana.call('GET', '/api/status-feed');

    const pages = await exported(ana);
    const [page] = pages;
    const account = page?.json['account'];

    expect(page?.headers.get('cache-control')).toBe('no-store');
    expect(account).toMatchObject({
      id: ana.account.id,
      email: 'ana-export@example.com',
      emailVerifiedAt: '2027-03-01T12:00:00.000Z',
      profile: { name: 'Ana of the export' },
      trial: { active: true },
      identity: { issuer: 'https://issuer.example', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      sessions: [{ authTime: expect.anything(), mfa: false, amr: ['otp'] }],
      api_keys: [{ name: 'ci', last4: made.json['secret'].slice(-4) }],
      organizations: [{ name: 'night shift', role: 'owner' }],
      invitations: [{ name: 'day shift' }],
      picture: PICTURE.toString('base64'),
    });
    const kinds = new Set(recordsOf(pages).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(
      [
        'address',
        'alert',
        'change',
        'event',
        'incident',
        'monitor',
        'output',
        'purchase',
        'space',
        'token',
      ].toSorted(),
    );
    expect(recordsOf(pages).find(({ kind }) => kind === 'purchase')).toEqual({
      kind: 'purchase',
      of: bought.spaceId,
      key: bought.id,
      data: {
        at: '2027-03-01T12:00:00.000Z',
        items: bought.items,
        totalMicros: 100_000,
        by: 'x402',
        chain: bought.chain,
      },
    });
    const text = pages.map((each) => each.text).join('');
    for (const held of ['nightly dump', 'nightly backup', 'ops@example.com', 'tar: disk full', '/hook'])
      expect(text).toContain(held);
    const secrets = [made.json['secret'], ingest['key'], feed['token'], ana.secrets.session];
    for (const secret of [
      ...secrets,
      ...secrets.map(hashOf),
      ana.secrets.browser,
      guest['token'],
      monitor['token'],
    ])
      expect(text).not.toContain(secret);
  });

  itThorough('goes on page after page, through a monitor that has very much as well', async () => {
    const { table } = service.core;
    const cleo = await signedIn(service);
    const { id } = await cleo.createMonitor({ name: 'chatty' });
    const text = 'é"\n'.repeat(3_300);
    for (let number = 0; number < 450; number += 1) {
      const at = START_AT - number;
      const event = { id: eventIdOf(at, 'x'), at, kind: 'ping', rid: null, durationMs: null, exitCode: null,
        status: null, latencyMs: null, source: 'post', hasOutput: true } as const; // prettier-ignore
      await Promise.all([putEvent(table, id, event), putOutput(table, id, { eventId: event.id, at, text })]);
    }
    await cleo.createMonitor({ name: 'quiet' });

    const pages = await exported(cleo);

    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(Buffer.byteLength(page.text)).toBeLessThan(4_000_000);
    expect(pages.slice(1).every(({ json }) => json['account'] === undefined)).toBe(true);
    const ids = recordsOf(pages).flatMap(({ kind, of }) => (kind === 'monitor' ? [of] : []));
    expect(ids).toHaveLength(2);
    const [space = ''] = cleo.account.spaces;
    const own = [partitionOf('space', space), ...ids.map((each) => partitionOf('monitor', each))];
    const kept = (await wholeTable(service)).filter(
      ({ pk, sk }) => own.includes(String(pk)) && !isPointer(sk),
    );
    const names = recordsOf(pages).map(({ kind, of, key }) => `${kind} ${of} ${key}`);
    expect(names).toHaveLength(kept.length);
    expect(new Set(names).size).toBe(kept.length);
  });

  it('names a monitor by the id that its owner knows, also after rotations and its deletion', async () => {
    const eve = await signedIn(service);
    const { json: ingest } = await eve.call('GET', '/api/ingest-key');
    const { json: made } = await service.call('POST', `/in/${ingest['key']}/rotated/fail`, { body: 'full' });
    await service.check();
    await eve.call('POST', `/api/endpoints/${made['endpoint_id']}/rotate`);
    const { json: listed } = await eve.call('GET', '/api/endpoints');
    const [{ id }] = listed['endpoints'];
    const born = String(made['endpoint_id']);
    const own = async () => recordsOf(await exported(eve)).filter(({ of }) => of.startsWith(born));
    const { table } = service.core;

    expect(id).toMatch(new RegExp(`^${born}.{26}$`));
    const listedRecords = await own();
    await eve.call('DELETE', `/api/endpoints/${id}`);
    const deleted = await own();
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...monitorKey(born) } }));
    const forgotten = await own();

    expect(new Set(listedRecords.map(({ kind }) => kind))).toEqual(
      new Set(['alert', 'change', 'event', 'incident', 'monitor', 'output']),
    );
    for (const records of [listedRecords, deleted, forgotten]) {
      expect(records.length).toBeGreaterThan(3);
      expect(new Set(records.map(({ of }) => of))).toEqual(new Set([id]));
      for (const { kind, data } of records) if (kind === 'alert') expect(data['monitorId']).toBe(id);
    }
  });

  itThorough('holds what is kept of a monitor that was deleted and has left the list', async () => {
    const { table } = service.core;
    const dan = await signedIn(service);
    const { id } = await dan.createMonitor({ name: 'old one' });
    await service.call('GET', `/in/${id}`);
    await dan.call('DELETE', `/api/endpoints/${id}`);
    const kindsOf = async () =>
      recordsOf(await exported(dan)).flatMap(({ kind, of }) => (of === id ? [kind] : []));

    const listed = await kindsOf();
    expect(listed.toSorted()).toEqual(['change', 'change', 'earlier_incidents', 'event', 'monitor']);
    // What the table does after 30 days.
    const [space = ''] = dan.account.spaces;
    for (const key of [monitorKey(id), spaceMonitorKey(space, id)])
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));

    expect((await kindsOf()).toSorted()).toEqual(['change', 'change', 'earlier_incidents', 'event']);
  });

  it('holds what devices told and sent, those included that were deleted, and nobody else’s of the same id', async () => {
    const { table } = service.core;
    const hal = await signedIn(service);
    const guest = await service.guest();
    const machines = [
      await newMachine(service, ['loadavg', 'memoria'], { owner: guest }),
      await newMachine(service, ['loadavg'], { owner: guest, name: 'gone' }),
    ] as const;
    for (const machine of machines) await machine.send();
    const { channel: made } = await newChannel(service, machines[0].device.id);
    const { credentialHash } = made;
    const after = {
      credentialHash,
      firstAt: START_AT,
      at: START_AT,
      values: { 'host.load1': [0.5, 1] as const },
      counters: {},
    };
    await putSnapshot(table, made, { before: undefined, after });
    await hal.call('POST', '/api/auth/claim', { guest_token: guest.token });
    const [{ device }, { device: gone }] = machines;
    await hal.call('DELETE', `/api/ambientes/${gone.id}`);
    const heldOf = async (id: string) => recordsOf(await exported(hal)).filter(({ of }) => of === id);

    const [told, channel, last, ...readings] = await heldOf(device.id);

    expect(told).toMatchObject({
      kind: 'device',
      data: {
        name: device.name,
        createdAt: '2027-03-01T12:00:00.000Z',
        facts: { system: 'linux', transport: 'curl' },
        collections: { loadavg: { measure: 'loadavg' }, memoria: {} },
      },
    });
    expect(told?.data).not.toHaveProperty('reportHash');
    expect(channel).toMatchObject({ kind: 'channel', data: { monitoring: ['system'] } });
    expect(channel?.data).not.toHaveProperty('credentialHash');
    const [at, values] = ['2027-03-01T12:00:00.000Z', { 'host.load1': [0.5, 1] }];
    expect(last).toMatchObject({ kind: 'last_numbers', data: { firstAt: at, at, values, counters: {} } });
    expect(last?.data).not.toHaveProperty('packed');
    const sent = {
      kind: 'reading',
      of: device.id,
      data: { lo: expect.any(String), me: expect.any(String) },
    };
    expect(readings).toEqual([{ ...sent, key: expect.stringMatching(/^\d{10}$/) }]);
    expect((await heldOf(gone.id)).map(({ kind }) => kind)).toEqual(['device', 'reading']);
    // What the table does after a month, later than it should; then the id is somebody else's.
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...deviceKey(gone.id) } }));
    const bob = await service.guest();
    await bob.call('POST', '/api/ambientes', { nome: 'his', request_id: gone.id });
    expect(await heldOf(gone.id)).toEqual([]);
    await hal.call('POST', '/api/account/delete', { confirm: hal.account.email });
    await service.erase();
    expect((await bob.call('GET', `/api/ambientes/${gone.id}`)).status).toBe(200);
    expect((await bob.call('GET', `/api/ambientes/${device.id}`)).status).toBe(404);
  });

  it('opens nobody else with a cursor, and none that it did not give', async () => {
    const { table } = service.core;
    const [eve, fay] = [await signedIn(service), await signedIn(service)];
    const { id } = await fay.createMonitor({ name: 'hers alone' });
    for (let number = 0; number < 300; number += 1)
      await putOutput(table, id, {
        eventId: eventIdOf(START_AT, String(number)),
        at: START_AT,
        text: 'x'.repeat(9_999),
      });
    const { next } = (await fay.call('GET', EXPORT)).json;
    const cursor = new URL(next).searchParams.get('cursor') ?? '';
    const [mark] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const forged = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const own = hashOf(`export ${eve.account.spaces[0]}`).slice(0, 12);
    const refused = { status: 400, error: 'consulta_invalida', names: ['cursor'] };

    expect((await fay.call('GET', `${EXPORT}?cursor=${cursor}`)).status).toBe(200);
    for (const each of [
      cursor,
      'x',
      forged(mark, 'SPACE', 0, ''),
      forged(own),
      forged(own, 'a', -1, ''),
      forged(own, '', 0, ''),
      forged(own, 'x'.repeat(342), 0, ''),
      forged(own, 1, 0, ''),
    ])
      // prettier-ignore
      expectRefusal(await eve.call('GET', `${EXPORT}?cursor=${each}`), refused);
    // One that names a monitor of somebody else, in a list of one's own.
    const { sk } = spaceMonitorKey('', id);
    for (const place of [
      [sk, 1, ''],
      [sk, 1, 'EV#'],
      ['\u20ac'.repeat(341), 5_000, 'x'],
    ]) {
      const { json } = await eve.call('GET', `${EXPORT}?cursor=${forged(own, ...place)}`);
      expect(JSON.stringify(json['records'] ?? [])).not.toContain(id);
    }
  });

  it('is for who is signed in', async () => {
    expectRefusal(await service.call('GET', EXPORT), { status: 401, error: 'invalid_session' });
    const { token } = await service.guest();
    expectRefusal(await service.call('GET', EXPORT, { token }), { status: 401, error: 'invalid_session' });
  });

  it('is fetched to its end by the lines of docs/privacy.md', async (test) => {
    needsCurl(test);
    const gil = await signedIn(service);
    const { id } = await gil.createMonitor();
    for (let number = 0; number < 300; number += 1)
      await putOutput(service.core.table, id, {
        eventId: eventIdOf(START_AT, String(number)),
        at: START_AT,
        text: '"next":"x"}'.repeat(900),
      });
    const [, script = ''] = /```sh\n(.*?)```/s.exec(readFileSync('docs/privacy.md', 'utf8')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'export-'));

    await promisify(execFile)('/bin/sh', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], SERVICE: service.url, SESSION: gil.secrets.session },
    });

    const pages = readdirSync(folder)
      .toSorted()
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
    rmSync(folder, { recursive: true });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1).next).toBeNull();
    expect(
      pages.flatMap(({ records }) => records).filter(({ kind }: Held) => kind === 'output'),
    ).toHaveLength(300);
  });
});
