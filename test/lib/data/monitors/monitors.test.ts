import { describe, expect, it } from 'vitest';
import {
  getMonitor,
  noteRolledUp,
  recordHealthyPing,
  replaceMonitor,
} from '../../../../lib/data/monitors/monitors.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

async function stored(): Promise<Monitor> {
  const { id } = await (await service.guest()).createMonitor();
  const monitor = await getMonitor(service.core.table, String(id));
  if (!monitor) throw new Error('The monitor was not created.');
  return monitor;
}

describe('replaceMonitor', () => {
  it('is done when the same write comes again after its answer was lost', async () => {
    const before = await stored();
    const after = { ...before, runs: [{ rid: 'a', startedAt: 1, alertedAt: null }], lastDurationMs: 5 };
    await replaceMonitor(service.core.table, before, after);

    await expect(replaceMonitor(service.core.table, before, after)).resolves.toBeUndefined();

    expect((await getMonitor(service.core.table, before.id))?.rev).toBe(before.rev + 1);
  });

  it('is lost when another write came first, however alike', async () => {
    const before = await stored();
    await replaceMonitor(service.core.table, before, { ...before, lastDurationMs: 5 });

    const late = replaceMonitor(service.core.table, before, { ...before, lastDurationMs: 6 });

    await expect(late).rejects.toThrow(WriteConflict);
  });
});

describe('replaceMonitor beside a healthy ping', () => {
  it('is lost when a ping came meanwhile: it must not take the last sign of life back', async () => {
    const unseen = await stored();
    await replaceMonitor(service.core.table, unseen, { ...unseen, lastEventAt: 1_000 });
    const seen = await getMonitor(service.core.table, unseen.id);
    if (!seen) throw new Error('The monitor is gone.');
    await recordHealthyPing(service.core.table, seen, { ...seen, lastEventAt: 2_000 });

    const late = replaceMonitor(service.core.table, seen, { ...seen, failing: true });

    await expect(late).rejects.toMatchObject({ current: { lastEventAt: 2_000 } });
    expect(await getMonitor(service.core.table, seen.id)).toMatchObject({
      lastEventAt: 2_000,
      failing: false,
    });
  });
});

describe('recordHealthyPing', () => {
  const pinged = (before: Monitor, lastEventAt: number): Monitor => ({ ...before, lastEventAt });

  it('is lost, and moves nothing, when something else changed since it was decided', async () => {
    const unseen = await stored();
    await replaceMonitor(service.core.table, unseen, { ...unseen, lastEventAt: 1_000 });
    const seen = await getMonitor(service.core.table, unseen.id);
    if (!seen) throw new Error('The monitor is gone.');
    await replaceMonitor(service.core.table, seen, { ...seen, failing: true });

    const late = recordHealthyPing(service.core.table, seen, pinged(seen, 2_000));

    await expect(late).rejects.toMatchObject({ current: { rev: seen.rev + 1, failing: true } });
    expect(await getMonitor(service.core.table, seen.id)).toMatchObject({ lastEventAt: 1_000 });
  });

  it('is done when a newer ping got there first, and leaves that one', async () => {
    const unseen = await stored();
    await replaceMonitor(service.core.table, unseen, { ...unseen, lastEventAt: 1_000 });
    const seen = await getMonitor(service.core.table, unseen.id);
    if (!seen) throw new Error('The monitor is gone.');
    await recordHealthyPing(service.core.table, seen, pinged(seen, 3_000));

    await recordHealthyPing(service.core.table, seen, pinged(seen, 2_000));

    expect(await getMonitor(service.core.table, seen.id)).toMatchObject({ lastEventAt: 3_000 });
  });
});

describe('noteRolledUp', () => {
  it('is taken back by no write that was decided before it', async () => {
    const { table } = service.core;
    const seen = await stored();
    expect(await noteRolledUp(table, seen, { to: '2027-02-28' })).toBe(true);

    await expect(replaceMonitor(table, seen, { ...seen, lastDurationMs: 5 })).rejects.toThrow(WriteConflict);
    expect(await getMonitor(table, seen.id)).toMatchObject({
      rolledUpTo: '2027-02-28',
      lastDurationMs: null,
    });
  });

  it('is written by one of two that saw the same, and by none that something else came before', async () => {
    const { table } = service.core;
    const seen = await stored();
    const notes = await Promise.all([1, 2, 3].map(() => noteRolledUp(table, seen, { to: '2027-02-28' })));
    expect(notes.filter(Boolean)).toHaveLength(1);

    const other = await stored();
    await replaceMonitor(table, other, { ...other, lastDurationMs: 5 });
    expect(await noteRolledUp(table, other, { to: '2027-02-28' })).toBe(false);
  });
});
