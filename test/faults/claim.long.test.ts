import { describe, expect, it } from 'vitest';
import { createTable } from '../../lib/local/table/create-table.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { rounds } from '../support/thorough.ts';
import { claimLife, type ClaimLife, type ClaimLifeOptions } from './claim-life.ts';
import { CLAIM_MISTAKES } from './claim-mistakes.ts';

let tables = 0;
const service = shared(startTestService);

/** A life on a table of its own. */
async function lived(seed: number, options: ClaimLifeOptions = {}): Promise<ClaimLife> {
  const { core } = service;
  tables += 1;
  const name = `${core.table.name}-claims-${tables}`;
  await createTable(core.config.standIns.dynamodb, name);
  const table = { ...core.table, name };
  return claimLife({ ...core, table, queue: { send: async () => {} } } as unknown as ApiDeps, seed, options);
}

const SEED = 1;
const TRIED = CLAIM_MISTAKES.filter(({ isRare }) => !isRare || rounds(0, 1) === 1);

it(
  'claims, creations and tokens in any order keep every promise, whoever dies',
  { timeout: 3_600_000 },
  async () => {
    let [claims, killed] = [0, 0];
    const lives = rounds(5, 200);
    for (let seed = SEED; seed < SEED + lives; seed++) {
      const life = await lived(seed);
      expect([seed, life.broken]).toEqual([seed, []]);
      claims += life.claims;
      killed += life.killed;
    }
    expect(claims).toBeGreaterThan(lives);
    expect(killed).toBeGreaterThan(lives / 2);
  },
);

it(
  'so do devices and what is collected of them: lists, counters and symbols say what there is',
  { timeout: 3_600_000 },
  async () => {
    for (let seed = SEED; seed < SEED + rounds(2, 100); seed++)
      expect([seed, (await lived(seed, { hasDevices: true })).broken]).toEqual([seed, []]);
  },
);

describe('they would notice that', () => {
  it.each(TRIED)('$name', { timeout: 3_600_000 }, async (mistake) => {
    const broken: string[] = [];
    for (let seed = mistake.seed; seed < mistake.seed + 400 && broken.length === 0; seed++) {
      broken.push(...(await lived(seed, { mistake })).broken);
    }

    expect(broken).not.toEqual([]);
  });
});
