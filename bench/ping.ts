import { pingCpu } from './ping-cpu.ts';
import { pingLoad } from './ping-load.ts';
import { pingWork } from './ping-work.ts';
import type { Section } from './report.ts';
import { withEngine } from './with-engine.ts';

/** The ping: work at the table, CPU in our own code, pings a second. */
export async function benchPing(): Promise<Section[]> {
  const [work, workTargets] = await withEngine('rollcall', pingWork);
  const [cpu, cpuTargets] = await withEngine('rollcall', pingCpu);
  const [load, loadTargets] = await pingLoad();
  return [work, cpu, ...load, { title: 'Targets', rows: [...workTargets, ...cpuTargets, ...loadTargets] }];
}
