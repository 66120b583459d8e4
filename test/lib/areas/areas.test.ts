import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areasIn } from '../../../bin/build.ts';
import { areas, functionAreaOf, functionAreas, needsOf } from '../../../lib/areas/areas.ts';
import { itemRightsOf } from '../../../lib/areas/item-rights.ts';
import { catalogue } from '../../../lib/contract/catalogue.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { securityTable } from './security-table.ts';

describe('functionAreaOf', () => {
  it('refuses a folder that nobody said what it may touch', () => {
    expect(() => functionAreaOf('mystery')).toThrow(
      'functions/mystery is not declared in lib/areas, so nobody said what it may touch.',
    );
  });
});

describe('the checker', () => {
  /** The largest check that was measured, out of bench/README.md "Load". */
  const bench = readFileSync(new URL('../../../bench/README.md', import.meta.url), 'utf8');
  const [, told = '', sec = '', mb = ''] =
    /^\| [\d,]+ \| [\d,]+ \| ([\d,]+) \| ([\d.]+) s \| 1 \| (\d+) MB \|$/m.exec(bench) ?? [];
  const { memoryMb, timeoutSec } = areas.checker;

  it('has time for a check ten times as large as the largest measured one', () => {
    expect(told).toBe('10,000');
    expect(timeoutSec).toBeGreaterThan(10 * Number(sec));
  });

  it('ends a minute before the next tick: what dies at its end is repeated by Lambda a minute later', () => {
    expect(timeoutSec).toBeLessThanOrEqual(LIMITS.checkEverySec - 60);
  });

  it('has twice the memory that the largest measured check took', () => {
    expect(memoryMb).toBeGreaterThanOrEqual(2 * Number(mb));
  });

  it('has more processor than the functions that serve one request: Lambda gives it by memory', () => {
    const others = functionAreas.filter((area) => area !== 'checker').map((area) => areas[area].memoryMb);
    expect(memoryMb).toBeGreaterThan(Math.max(...others));
  });
});

describe('docs/security.md', () => {
  it('says what each function may do as it is declared', () => {
    const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');

    const [, section = ''] = page.split('## What each function may do');
    const rows = section.split('\n').filter((line) => line.startsWith('|'));

    expect(rows).toEqual(securityTable().split('\n'));
  });
});

describe('a declared area', () => {
  it('that takes payments may read the key of the facilitator; what only looks them up later may not', () => {
    const told = functionAreas.filter((area) => needsOf(area).settings?.includes('settlement'));
    const calls = told.filter((area) => needsOf(area).http);

    expect(functionAreas.filter((area) => needsOf(area).settles)).toEqual(calls);
  });

  const folder = (path: string) => new URL(`../../../${path}`, import.meta.url);

  it.each(functionAreas)('%s has its folder, its handler and its tests', (area) => {
    expect(existsSync(folder(`functions/${area}/handler.ts`))).toBe(true);
    expect(existsSync(folder(`functions/${area}/${area}.ts`))).toBe(true);
    expect(existsSync(folder(`test/functions/${area}`))).toBe(true);
  });

  it('has a folder each, and nobody else has one', () => {
    expect(areasIn(resolve(import.meta.dirname, '../../..'))).toEqual([...functionAreas].sort());
  });

  it('serves operations of the contract, or is woken by an event', () => {
    const served = new Set<string>(Object.values(catalogue).map(({ area }) => area));

    for (const area of functionAreas) {
      const { http, schedule, fedBy, mailEvents, poolEvents, awsEvents, byIdentity } = needsOf(area);
      expect([area, served.has(area)]).toEqual([area, http === true]);
      const wakers = [http, schedule, fedBy, mailEvents, poolEvents, awsEvents, byIdentity];
      expect([area, wakers.some(Boolean)]).toEqual([area, true]);
    }
  });
});

describe('item rights', () => {
  it('no kind of key is taken for another', () => {
    const prefixes = Object.values(PARTITIONS);

    const alike = prefixes.filter((one) =>
      prefixes.some((other) => other !== one && (other.startsWith(one) || one.startsWith(other))),
    );

    expect(alike).toEqual([]);
  });

  it('stand together by action, so that a batch over several kinds is one right', () => {
    const rights = itemRightsOf({
      items: { monitor: ['GetItem', 'BatchGetItem', 'PutItem'], checker: ['GetItem', 'BatchGetItem'] },
    });

    expect(rights).toEqual([
      { actions: ['GetItem', 'BatchGetItem'], leadingKeys: ['MON#*', 'CHECKER'] },
      { actions: ['PutItem'], leadingKeys: ['MON#*'] },
    ]);
  });
});
