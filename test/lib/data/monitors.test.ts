import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMonitor, replaceMonitor } from '../../../lib/data/monitors.ts';
import { LostCondition } from '../../../lib/data/table.ts';
import type { Monitor } from '../../../lib/domain/monitor/monitor.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

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

    await expect(late).rejects.toThrow(LostCondition);
  });
});
