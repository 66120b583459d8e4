import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aMillion } from '../../bench/cost/balancer.ts';
import { fixedLines, linesOfPings, sum } from '../../bench/cost/bill.ts';
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

it('an idle deployment costs less than 3.50 USD a month', () => {
  expect(sum(fixedLines(deployed))).toBeLessThanOrEqual(3.5);
});

it('a million healthy pings costs at most 2.30 USD with their checks, and 1.50 behind a load balancer', () => {
  const { gateway, balancer } = aMillion(864e6);
  const withChecks = sum(linesOfPings(864e6)) / 864;

  expect(withChecks).toBeLessThanOrEqual(2.3);
  expect(balancer + withChecks - gateway).toBeLessThanOrEqual(1.5);
});

it('a million pings behind a load balancer saves what the gateway asks', () => {
  const { gateway, balancer } = aMillion(864e6);

  expect(gateway - balancer).toBeCloseTo(0.9347 + 0.058 - 0.0889 - 0.0274, 3);
});

it('requests beyond 300 M a month cost what the gateway asks for them', () => {
  const httpApi = (pings: number) => linesOfPings(pings)[0]?.usd;

  expect(httpApi(300e6)).toBeCloseTo(300, 6);
  expect(httpApi(864e6)).toBeCloseTo(300 + 564 * 0.9, 6);
});
