import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

const HOUR_MS = 3_600_000;
const FIVE_MIN_SEC = 300;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const room = fresh(startReceiver);
afterEach(() => alice.removeAll());

const instant = (inMs: number) => new Date(service.clock.now() + inMs).toISOString();
const plan = (fields: object) => alice.call('POST', '/api/maintenance', { name: 'patch night', ...fields });
const fromNowFor = (ms: number) => plan({ from: instant(0), until: instant(ms) });
const ping = (id: string, signal = '') => service.call('POST', `/in/${id}${signal}`);
const told = () => room.received.map(({ json }) => `${json['type']} ${json['reason']}`);
const jobs = (fields: object = {}) =>
  alice.createMonitor({ interval_sec: 3_600, alert_url: room.url, ...fields });

async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 5) {
    service.clock.advance(FIVE_MIN_SEC);
    await service.check();
  }
}

describe('maintenance', () => {
  it('keeps back what falls silent in it, and tells it at its end with its true beginning', async () => {
    const { id } = await jobs();
    await ping(id);
    const silentAt = service.clock.now() + HOUR_MS;
    const { json } = await fromNowFor(3 * HOUR_MS);
    expect(json).toMatchObject({ open: true, name: 'patch night' });

    service.clock.advance(2 * 3_600);
    await pass(30);
    expect(told()).toEqual([]);
    expect((await alice.read(id))['maintenance']).toEqual({
      name: 'patch night',
      until: new Date(Date.parse(json['until'])).toISOString(),
    });

    await pass(40);
    expect(told()).toEqual(['service.miss silence']);
    expect(Date.parse(room.received[0]?.json['down_since'])).toBe(silentAt);
    expect((await alice.read(id))['maintenance']).toBeNull();
  });

  it('leaves nothing of what failed and was well again in it', async () => {
    const { id } = await jobs();
    await ping(id);
    await fromNowFor(HOUR_MS);
    await ping(id, '/fail');
    await pass(10);
    await ping(id);
    await pass(60);

    expect(told()).toEqual([]);
    await ping(id, '/fail');
    await pass(5);
    expect(told()).toEqual(['service.miss fail']);
  });

  it('tells the end of what was told before it, at once', async () => {
    const { id } = await jobs();
    await ping(id, '/fail');
    await pass(5);
    await fromNowFor(HOUR_MS);
    await ping(id);
    await pass(5);

    expect(told()).toEqual(['service.miss fail', 'service.recovery fail']);
  });

  it('that is taken back tells at the next check what waited', async () => {
    const { id } = await jobs();
    await ping(id);
    const { json } = await fromNowFor(24 * HOUR_MS);
    service.clock.advance(2 * 3_600);
    await pass(5);
    expect(told()).toEqual([]);

    await alice.call('DELETE', `/api/maintenance/${json['id']}`);
    await pass(5);
    expect(told()).toEqual(['service.miss silence']);
  });

  it('that is damaged keeps no alert back', async () => {
    const { id } = await jobs();
    await ping(id, '/fail');
    const { table } = service.core;
    const { spaceId = '' } = (await getMonitor(table, id)) ?? {};
    const Item = { pk: `SPACE#${spaceId}`, sk: 'SPACE+MAINTENANCE', windows: 7, revision: 1 };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    await pass(5);

    expect(told()).toEqual(['service.miss fail']);
  });

  it('is for the monitors with its tags alone', async () => {
    const { id } = await jobs({ tags: ['db'] });
    await ping(id, '/fail');
    await plan({ from: instant(0), until: instant(HOUR_MS), tags: ['web'] });
    await pass(5);

    expect(told()).toEqual(['service.miss fail']);
  });

  it('is planned again and again, listed and ended by its owner alone', async () => {
    const eve = await service.guest();
    const { json } = await plan({ cron: '0 2 * * 0', tz: 'Europe/Berlin', length_sec: 7_200 });
    expect(json).toMatchObject({
      open: false,
      from: null,
      cron: '0 2 * * 0',
      next: { from: expect.any(String) },
    });
    expect((await alice.call('GET', '/api/maintenance')).json['windows']).toEqual([json]);
    expect((await eve.call('GET', '/api/maintenance')).json['windows']).toEqual([]);
    expectRefusal(await eve.call('DELETE', `/api/maintenance/${json['id']}`), {
      status: 404,
      error: 'not_found',
    });

    await alice.call('DELETE', `/api/maintenance/${json['id']}`);
    expect((await alice.call('GET', '/api/maintenance')).json['windows']).toEqual([]);
  });

  it.each([
    [{}, 'manutencao_invalida'],
    [{ from: '2027-01-01T00:00:00Z', until: '2027-01-01T01:00:00Z' }, 'manutencao_invalida'],
    [{ from: '2028-01-02T00:00:00Z', until: '2028-01-01T00:00:00Z' }, 'manutencao_invalida'],
    [{ from: '2028-01-02T00:00:00Z', until: '2028-01-12T00:00:00Z' }, 'manutencao_invalida'],
    [{ from: 'tomorrow', until: '2028-01-12T00:00:00Z' }, 'manutencao_invalida'],
    [{ cron: '0 * * * *', length_sec: 7_200 }, 'manutencao_invalida'],
    [{ cron: '0 2 * * *', length_sec: 7_200, until: '2028-01-12T00:00:00Z' }, 'manutencao_invalida'],
    [{ cron: '0 2 * * *' }, 'manutencao_invalida'],
    [{ cron: 'noon', length_sec: 60 }, 'cron_invalido'],
    [{ cron: '0 2 * * *', tz: 'Mars/Olympus', length_sec: 60 }, 'tz_invalida'],
    [{ cron: '0 2 30 2 *', length_sec: 60 }, 'cron_sem_ocorrencia'],
  ])('refuses %j', async (fields, error) => {
    expectRefusal(await plan(fields), { status: 400, error });
    expect((await alice.call('GET', '/api/maintenance')).json['windows']).toEqual([]);
  });

  it('has a bound, also where many are planned at once', async () => {
    const times = { cron: '0 2 * * *', length_sec: 60 };
    for (let at = 0; at < LIMITS.maintenanceWindowsMax - 2; at += 1) await plan(times);
    const replies = await Promise.all(Array.from({ length: 5 }, () => plan(times)));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  });
});
