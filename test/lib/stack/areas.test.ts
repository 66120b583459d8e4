import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { areas, functionAreaOf, functionAreas, type AreaNeeds } from '../../../lib/stack/areas.ts';

describe('functionAreaOf', () => {
  it('knows every area of the catalogue and every function an event wakes', () => {
    const named = [
      ...new Set(operations.map(([, { area }]) => area)),
      'checker',
      'notifier',
      'canary',
      'bridge',
    ];

    expect(named.map(functionAreaOf)).toEqual(named);
    expect(functionAreas).toEqual(expect.arrayContaining(named));
  });

  it('refuses a folder that nobody said what it may touch', () => {
    expect(() => functionAreaOf('mystery')).toThrow(
      'functions/mystery has no row in lib/stack/areas.ts, so nobody said what it may touch.',
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

describe('what docs/security.md says a function may do', () => {
  const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## What each function may do');
  const rows = [...section.matchAll(/^\| (\w+) \| ([^|]*) \| ([^|]*)\|$/gm)].map((row) => row.slice(1, 4));
  const told = new Map(rows.map(([area = '', table = '', besides = '']) => [area, { table, besides }]));

  it.each(functionAreas)('is what %s was given', (area) => {
    const needs: AreaNeeds = areas[area];
    const table = needs.table.map((action) => action.replace('Item', ''));
    const { besides = '', table: toldTable } = told.get(area) ?? {};

    expect(toldTable?.trim()).toBe(
      [...table, ...(needs.dueIndex ? ['Query on the due index'] : [])].join(', '),
    );
    expect({
      secret: besides.includes('service secret'),
      sendsAlerts: besides.includes('sends to the queue'),
      mails: besides.includes(' mails'),
    }).toEqual({
      secret: needs.secret ?? false,
      sendsAlerts: needs.sendsAlerts ?? false,
      mails: needs.mails ?? false,
    });
  });
});
