import { describe, expect, it } from 'vitest';
import { getChannel } from '../../../lib/data/machines/collector-channels.ts';
import { putSnapshot } from '../../../lib/data/machines/snapshots.ts';
import { COLLECTORS, type CollectorId } from '../../../lib/domain/machines/collectors/collector.ts';
import type { Snapshot } from '../../../lib/domain/machines/collectors/snapshot.ts';
import { detectedDevice, ownerOf } from '../../support/machines/devices.ts';
import { moveHome } from '../../support/accounts/moved-space.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const service = shared(startTestService);
const bob = shared(() => service.guest());
const alice = fresh(() => service.guest());

const MISSING = { status: 404, error: 'not_found' };
const IDS = Object.keys(COLLECTORS) as CollectorId[];
const newDevice = async (who = alice) => (await detectedDevice(service, who)).id;
const pathOf = (id: string, collector = 'collectd') => `/api/ambientes/${id}/inputs/${collector}`;
const create = (id: string, collector = 'collectd', monitoring = ['system']) =>
  alice.call('POST', `/api/ambientes/${id}/inputs`, { collector, monitoring });
const listed = async (id: string, who = alice) =>
  (await who.call('GET', `/api/ambientes/${id}/inputs`)).json['inputs'];

/** As a push puts it. */
async function pushed(deviceId: string, values: Record<string, number> = { 'host.load1': 0.5 }) {
  const { table, clock } = service.core;
  const channel = await getChannel(table, { deviceId, collector: 'collectd' });
  if (!channel) throw new Error('There is no such channel.');
  const at = clock.now();
  const timed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value, at / 1000] as const]),
  );
  const after: Snapshot = {
    credentialHash: channel.credentialHash,
    firstAt: at,
    at,
    values: timed,
    counters: {},
  };
  await putSnapshot(table, channel, { before: undefined, after });
  return new Date(at).toISOString();
}

describe.each<[string, (id: string) => string, unknown]>([
  ['GET', (id) => `/api/ambientes/${id}/inputs`, undefined],
  ['GET', (id) => `${pathOf(id)}/setup`, undefined],
  ['PATCH', (id) => pathOf(id), { paused: true }],
  ['DELETE', (id) => pathOf(id), undefined],
])('%s %s', (method, path, body) => {
  it('of another owner is 404, and nothing is written', async () => {
    const id = await newDevice();
    await create(id);
    await expectNothingWritten(service, () => bob.call(method, path(id), body), MISSING);
  });

  it('without a credential is 401', async () => {
    const reply = await service.call(method, path(await newDevice()), { body });
    expectRefusal(reply, { status: 401, error: 'credencial_ausente' });
  });
});

describe.each<[string, string, unknown]>([
  ['GET', '/setup', undefined],
  ['PATCH', '', { paused: true }],
  ['DELETE', '', undefined],
])('%s %s', (method, tail, body) => {
  it.each(['alloy', 'nagios', 'constructor', '__proto__'])(
    'of %s, which the device has not, is 404',
    async (collector) => {
      const id = await newDevice();
      await create(id);
      const call = () => alice.call(method, pathOf(id, collector) + tail, body);
      await expectNothingWritten(service, call, MISSING);
    },
  );
});

describe('the list', () => {
  it('shows what was sent last, and for how long a channel counts as connected', async () => {
    const id = await newDevice();
    await create(id);
    const seenAt = await pushed(id, { 'host.load1': 0.5, 'host.cpuPct': 12.5, 'network.in': 3 });
    const connected = {
      state: 'connected',
      connected: true,
      connectedAt: seenAt,
      lastSeenAt: seenAt,
      live: { host: { load1: 0.5, cpuPct: 12.5 }, network: { in: 3 } },
    };

    service.clock.advance(299);
    expect(await listed(id)).toMatchObject([connected]);
    service.clock.advance(1);
    expect(await listed(id)).toMatchObject([{ ...connected, state: 'silent', connected: false }]);
    service.clock.advance(301);
    const [{ live, ...input }] = await listed(id);
    expect(input).toMatchObject({ state: 'silent', lastSeenAt: seenAt });
    expect(live).toEqual({});
  });

  it('shows nothing of an earlier credential', async () => {
    const id = await newDevice();
    await create(id);
    await pushed(id);

    await create(id);

    const [{ live, ...input }] = await listed(id);
    expect(input).toMatchObject({ state: 'waiting', connected: false, connectedAt: null, lastSeenAt: null });
    expect(live).toEqual({});
  });

  it('has one channel of each collector, by their names', async () => {
    const id = await newDevice();
    for (const collector of IDS.toReversed()) await create(id, collector);

    const collectors = (await listed(id)).map(({ collector }: { collector: string }) => collector);
    expect(collectors).toEqual([...IDS].sort());
  });

  itThorough(
    'of 25 devices with six channels each is in GET /api/coletas',
    async () => {
      const carol = await service.guest();
      const devices = [];
      for (let at = 0; at < 25; at += 1)
        devices.push((await detectedDevice(service, carol, { name: `d-${at}` })).id);
      const all = devices.flatMap((id) => IDS.map((collector) => ({ id, collector })));
      for (const { id, collector } of all)
        await carol.call('POST', `/api/ambientes/${id}/inputs`, { collector, monitoring: ['host'] });
      await pushed(devices[3] ?? '');

      const { json } = await carol.call('GET', '/api/coletas');

      expect(json['inputs']).toHaveLength(150);
      const pairs = json['inputs'].map((input: Record<string, string>) => [
        input['deviceRef'],
        input['collector'],
      ]);
      expect(new Set(pairs.map(String)).size).toBe(150);
      expect(json['inputs'].filter(({ connected }: { connected: boolean }) => connected)).toMatchObject([
        { deviceRef: devices[3], deviceName: 'd-3', collector: 'collectd', live: { host: { load1: 0.5 } } },
      ]);
      expect((await bob.call('GET', '/api/coletas')).json['inputs']).toEqual([]);
      expect((await service.call('GET', '/api/coletas')).json['inputs']).toEqual([]);
    },
    60_000,
  );
});

describe('the saved setup', () => {
  it.each(casesOf(2, IDS))('of %s is what was handed out, without the credential', async (collector) => {
    const id = await newDevice();
    const { json: first } = await create(id, collector);
    const { credential } = first['setup'].connection;

    const { status, json } = await alice.call('GET', `${pathOf(id, collector)}/setup`);

    expect(status).toBe(200);
    expect(JSON.stringify(json)).not.toContain('hpc_');
    const withoutIt = JSON.parse(JSON.stringify(first).replaceAll(credential, '<CREDENTIAL>'));
    expect(json).toEqual({ ...withoutIt, setup: { ...withoutIt.setup, installation: null } });
  });

  it('is of what is measured now', async () => {
    const id = await newDevice();
    await create(id);
    service.clock.advance(60);
    await alice.call('PATCH', pathOf(id), { monitoring: ['mysql'] });
    const { json } = await alice.call('GET', `${pathOf(id)}/setup`);

    expect(json['setup'].configuration).toMatch(/LoadPlugin mysql/);
    expect(json['setup'].configuration).not.toMatch(/LoadPlugin cpu/);
    expect(json['generatedAt']).toBe(json['channel'].updatedAt);
  });
});

describe('a change', () => {
  it('pauses and lets go on, with the credential as it was', async () => {
    const id = await newDevice();
    await create(id);
    await pushed(id);
    const { table } = service.core;
    const before = await getChannel(table, { deviceId: id, collector: 'collectd' });

    const paused = await alice.call('PATCH', pathOf(id), { paused: true });
    const resumed = await alice.call('PATCH', pathOf(id), { paused: false });

    expect(paused.json['channel']).toMatchObject({ paused: true, state: 'paused', connected: false });
    expect(resumed.json['channel']).toMatchObject({ paused: false, state: 'connected', connected: true });
    const after = await getChannel(table, { deviceId: id, collector: 'collectd' });
    expect(after).toEqual({ ...before, rev: 3 });
  });

  itThorough('of the pause alone leaves the setup of the time before', async () => {
    const id = await newDevice();
    const { json } = await create(id);
    service.clock.advance(60);

    const { json: paused } = await alice.call('PATCH', pathOf(id), { paused: true });

    expect(paused['channel'].updatedAt).not.toBe(json['channel'].updatedAt);
    const shown = await alice.call('GET', `${pathOf(id)}/setup`);
    expect(shown.json['generatedAt']).toBe(json['generatedAt']);
  });

  itThorough('of what is measured is kept as it would be at first', async () => {
    const id = await newDevice();
    await create(id);

    const { status, json } = await alice.call('PATCH', pathOf(id), {
      monitoring: ['asterisk', 'network', 'disk', 'host'],
    });

    expect(status).toBe(200);
    expect(json['channel']).toMatchObject({ monitoring: ['system', 'asterisk'], notMeasured: ['asterisk'] });
    expect(await listed(id)).toEqual([json['channel']]);
  });

  itThorough('of what is measured hides the numbers of what is not any more', async () => {
    const id = await newDevice();
    await create(id);
    await pushed(id, { 'host.load1': 0.5, 'network.in': 3 });

    const { json } = await alice.call('PATCH', pathOf(id), { monitoring: ['network', 'mysql'] });

    expect(json['channel']).toMatchObject({ live: { network: { in: 3 } } });
    expect(json['channel']).not.toHaveProperty('live.host');
    expect(await listed(id)).toEqual([json['channel']]);
  });

  it.each([{}, { paused: false }, { monitoring: ['network', 'host', 'disk'] }])(
    'to %j, as it is already, changes nothing',
    async (body) => {
      const id = await newDevice();
      const { json } = await create(id);
      service.clock.advance(60);

      const { status, json: after } = await alice.call('PATCH', pathOf(id), body);

      expect([status, after]).toEqual([200, { channel: json['channel'] }]);
    },
  );

  it.each<[unknown, number, string, string]>([
    [{ paused: 'yes' }, 400, 'paused_invalido', 'paused'],
    [{ paused: null }, 400, 'paused_invalido', 'paused'],
    [{ paused: 1 }, 400, 'paused_invalido', 'paused'],
    [{ monitoring: [] }, 400, 'monitoramento_invalido', 'monitoring'],
    [{ monitoring: null }, 400, 'monitoramento_invalido', 'monitoring'],
    [{ monitoring: ['everything'] }, 400, 'monitoramento_invalido', 'everything'],
    [{ monitoring: ['asterisk'] }, 422, 'nada_a_medir', 'asterisk'],
    [{ collector: 'alloy' }, 400, 'campo_desconhecido', 'collector'],
    [{ credential: 'hpc_x' }, 400, 'campo_desconhecido', 'credential'],
  ])('to %j is %i', async (body, status, error, name) => {
    const id = await newDevice();
    await create(id);
    const call = () => alice.call('PATCH', pathOf(id), body);
    await expectNothingWritten(service, call, { status, error, names: [name] });
  });

  it('by two at once keeps both', async () => {
    const id = await newDevice();
    await create(id);

    const replies = await Promise.all([
      alice.call('PATCH', pathOf(id), { paused: true }),
      alice.call('PATCH', pathOf(id), { monitoring: ['mysql'] }),
    ]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listed(id)).toMatchObject([{ paused: true, monitoring: ['mysql'] }]);
  });
});

it.each<[string, string, unknown]>([
  ['POST', '', { collector: 'collectd', monitoring: ['disk'] }],
  ['POST', '', { collector: 'alloy', monitoring: ['disk'] }],
  ['PATCH', '/collectd', { paused: true }],
  ['DELETE', '/collectd', undefined],
])(
  '%s%s of a device that becomes another’s meanwhile is 404, and the channel stays',
  async (method, tail, body) => {
    const id = await newDevice();
    await create(id);
    const [from, to] = [await ownerOf(service, alice), await ownerOf(service, bob)];
    const before = await listed(id);
    let isMoved = false;
    const move = async ({ command }: { command: string }) => {
      if (isMoved || command !== 'TransactWriteItemsCommand') return;
      isMoved = true;
      await moveHome(service.core.table, from.id, to.id);
    };

    const reply = await watchingTable(service, { before: move }, () =>
      alice.call(method, `/api/ambientes/${id}/inputs${tail}`, body),
    );

    expectRefusal(reply, MISSING);
    expect(await listed(id, bob)).toEqual(before);
  },
);

describe('a removal', () => {
  it('takes the channel out of the list, once', async () => {
    const id = await newDevice();
    const { json } = await create(id);
    await create(id, 'alloy');

    const replies = await Promise.all([1, 2, 3].map(() => alice.call('DELETE', pathOf(id))));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(replies.find(({ status }) => status === 200)?.json).toEqual({
      ok: true,
      id: json['channel'].id,
      deleted: true,
    });
    expect(await listed(id)).toMatchObject([{ collector: 'alloy' }]);
  });

  it('and a creation after it is another channel', async () => {
    const id = await newDevice();
    const { json: first } = await create(id);
    await pushed(id);
    await alice.call('DELETE', pathOf(id));

    const { status, json } = await create(id);

    expect(status).toBe(201);
    expect(json['channel']).toMatchObject({ state: 'waiting', lastSeenAt: null });
    expect(json['channel'].id).not.toBe(first['channel'].id);
  });
});
