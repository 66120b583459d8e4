import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixedLines, sum } from '../../bench/cost/bill.ts';
import { deployedByDefault } from '../../bench/cost/deployed.ts';
import { measureUnits } from '../../bench/cost/measure.ts';
import { costPage, totals } from '../../bench/cost/page.ts';
import { UNITS } from '../../bench/cost/units.ts';
import { withEngine } from '../../bench/with-engine.ts';

const deployed = deployedByDefault();
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/cost.md is what `npm run cost` prints', () => {
  expect(read('docs/cost.md')).toBe(costPage(deployed));
});

it('the totals of the README are those of docs/cost.md', () => {
  for (const { monitors, total } of totals(deployed))
    expect(read('README.md')).toContain(`| ${monitors} | ${total} |`);
});

it('the units are those that the engine counts', async () => {
  expect(await withEngine('rollcall', measureUnits)).toEqual(UNITS);
});

it('an idle deployment costs hardly more than 4 USD a month', () => {
  expect(sum(fixedLines(deployed))).toBeLessThanOrEqual(4.05);
});
