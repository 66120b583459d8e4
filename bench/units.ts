import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureUnits } from './cost/measure.ts';
import type { Section } from './report.ts';
import { withEngine } from './with-engine.ts';

const KEPT = join(import.meta.dirname, 'cost', 'units.json');

/** Measures the units that docs/cost.md is worked out from, and keeps them. */
export async function benchUnits(): Promise<Section[]> {
  const units = await withEngine('rollcall', measureUnits);
  await writeFile(KEPT, `${JSON.stringify(units, null, 2)}\n`);
  const rows = Object.entries(units).map(([work, { read, write }]) => ({ work, 'read units': read, 'write units': write })); // prettier-ignore
  return [{ title: 'Units of the work that a bill is made of', rows, note: 'Then: npm run cost.' }];
}
