import { totalmem, uptime } from 'node:os';
import { expect } from 'vitest';
import { ran } from '../support/machines/shells.ts';

type Numbers = Readonly<Record<string, number>>;

const MIB = 1_048_576;

/** What a collector says of this machine is what this machine says of itself, as far as that stands still. */
export async function expectThisMachine(
  live: Readonly<Record<'host' | 'disk' | 'network', Numbers>>,
): Promise<void> {
  const { host, disk, network } = live;
  expect(host['memoryTotal']).toBeCloseTo(totalmem() / MIB, -2);
  expect(Math.abs((host['uptime'] ?? 0) - uptime())).toBeLessThan(60);
  for (const share of [host['cpuPct'], host['memoryPct'], disk['usedPct']]) expectShare(share);
  for (const load of [host['load1'], host['load5'], host['load15']]) expect(load).toBeLessThan(1_000);
  const [, blocks, , , used] = (await ran('df', ['-Pk', '/'])).stdout.split('\n')[1]?.split(/ +/) ?? [];
  expect(disk['total']).toBeCloseTo(Number(blocks) / 1024, -2);
  expect(Math.abs((disk['usedPct'] ?? 0) - Number.parseInt(used ?? '', 10))).toBeLessThan(3);
  // Nothing here is known to move, so only that there are rates; a wrong unit of a counter would be a million times as much.
  for (const perSec of [disk['read'], disk['written'], network['in'], network['out']]) {
    expect(perSec).toBeGreaterThanOrEqual(0);
    expect(perSec).toBeLessThan(100_000);
  }
}

function expectShare(share: number | undefined): void {
  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(100);
}
