import { describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

const NIGHTLY = { name: 'nightly', cron: '30 2 * * *', tz: 'UTC', grace_sec: 600 };
const create = (given: object = {}) => alice.createMonitor({ ...NIGHTLY, interval_sec: undefined, ...given });
const toldOf = async (id: string) =>
  (await alice.call('GET', `/api/endpoints/${id}/alerts`)).json['alerts'].filter(
    ({ kind, reason }: { kind: string; reason: string }) => kind === 'miss' && reason === 'silence',
  );

/** A job that answered its run of yesterday; it is so long after its time of today, and nobody has looked since. */
async function missing(sec: number): Promise<string> {
  const { id } = await create();
  await service.ping(id);
  const { next_expected_at: dueAt } = await alice.read(id);
  service.clock.advance((Date.parse(dueAt) - service.clock.now()) / 1000 + sec);
  return id;
}

describe('a scheduled run that is missing is told, though meanwhile', () => {
  it.each([
    ['its grace is longer', 300, { grace_sec: 1_800 }],
    ['its grace is shorter', 300, { grace_sec: 400 }],
    ['its schedule is spelled otherwise', 300, { cron: '30 2 * * 0-6' }],
    ['its zone is called otherwise', 300, { tz: 'Etc/UTC' }],
    ['it was late already, and its grace is longer', 700, { grace_sec: 1_800 }],
    ['it was late already, and its grace a little longer', 700, { grace_sec: 630 }],
    ['its schedule has a later time of the day', 300, { cron: '40 2 * * *' }],
  ])('%s', async (_, sec, patch) => {
    const id = await missing(sec);
    const before = await alice.read(id);

    const { json: after } = await alice.patch(id, patch);
    service.clock.advance(2_000);
    await service.check();

    expect(Date.parse(after['next_expected_at'])).toBeGreaterThan(Date.parse(before['next_expected_at']));
    expect(await toldOf(id)).toHaveLength(1);
    expect(await alice.read(id)).toMatchObject({ state: 'late', miss_count: 1 });
  });

  it('a pipeline puts it with another grace', async () => {
    const key = await alice.ingestKey();
    await service.call('GET', `/in/${key}/nightly`);
    const put = (grace_sec: number) =>
      alice.call('PUT', '/api/endpoints/by-slug/nightly', { ...NIGHTLY, grace_sec });
    const { id, next_expected_at: dueAt } = (await put(600)).json;
    service.clock.advance((Date.parse(dueAt) - service.clock.now()) / 1000 + 300);

    await put(900);
    service.clock.advance(2_000);
    await service.check();

    expect(await toldOf(id)).toHaveLength(1);
  });

  it('its grace is changed again and again', async () => {
    const { id } = await create({ cron: '*/5 * * * *', grace_sec: 120 });
    await service.ping(id);
    for (let turn = 0; turn < 6; turn++) {
      service.clock.advance(150);
      await alice.patch(id, { grace_sec: 120 + (turn % 2) * 10 });
      if (turn % 2 === 1) await service.check();
    }

    expect(await toldOf(id)).toHaveLength(1);
  });

  it('its name is changed while it is late', async () => {
    const id = await missing(700);
    await alice.patch(id, { name: 'another' });

    expect(await alice.read(id)).toMatchObject({ state: 'late' });
    await service.check();
    expect(await toldOf(id)).toHaveLength(1);
  });

  it('is told as down since one grace after the change where it was late before', async () => {
    const id = await missing(700);
    expect((await alice.patch(id, { grace_sec: 1_800 })).json['state']).toBe('ok');
    const changedAt = service.clock.now();

    service.clock.advance(1_790);
    await service.check();
    expect(await toldOf(id)).toEqual([]);
    service.clock.advance(20);
    await service.check();

    expect(await getMonitor(service.core.table, id)).toMatchObject({
      incident: { reason: 'silence', downSince: changedAt + 1_800_000 },
    });
  });

  it('but not where it is answered before the check', async () => {
    const id = await missing(300);
    await alice.patch(id, { grace_sec: 1_800 });
    service.clock.advance(600);
    await service.ping(id);
    service.clock.advance(3_000);
    await service.check();

    expect(await toldOf(id)).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
  });

  it('but no more once it is told: then the next one counts', async () => {
    const id = await missing(700);
    await service.check();
    const { next_expected_at: missed } = await alice.read(id);

    const { json } = await alice.patch(id, { grace_sec: 1_800 });

    expect(Date.parse(json['next_expected_at'])).toBe(Date.parse(missed) + 86_400_000);
  });
});
