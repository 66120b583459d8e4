import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itThorough, rounds } from '../../../support/thorough.ts';
import { longLife, shortLife } from './life/arbitrary-life.ts';
import { missesOf, stateNow } from './life/facts.ts';
import type { Entry } from './life/history.ts';
import { live, type Life } from './life/live.ts';
import { naiveWatch } from './life/naive-watch.ts';
import { expectPromisesKept } from './life/promises.ts';

/**
 * Lives of random monitors under random jobs and owners and a checker that fails at times, against a watcher that
 * reads the whole past at every tick. The service looks only when its stored due time has come, so a due time that
 * is late shows as an alert that is late.
 */
describe('a simulated life', () => {
  it('is told as a watcher of the whole past would tell it, over hours', () => {
    fc.assert(fc.property(shortLife, expectLikeTheWatcher), {
      seed: 20_260_302,
      numRuns: rounds(30, 2_000),
    });
  });

  itThorough('is told as a watcher of the whole past would tell it, over weeks', { timeout: 180_000 }, () => {
    fc.assert(fc.property(longLife, expectLikeTheWatcher), { seed: 20_260_302, numRuns: 8 });
  });

  it('keeps every promise to the owner', () => {
    fc.assert(
      fc.property(shortLife, (life) => {
        const { history, told } = live(life);

        expectPromisesKept(life.rules, history, told);
      }),
      { seed: 20_260_303, numRuns: rounds(50, 1_200) },
    );
  });

  it('is eventful: alerts of each reason, repeats and recoveries all occur', () => {
    const kinds = new Set<string>();
    for (const life of fc.sample(shortLife, { seed: 1, numRuns: 400 })) {
      for (const one of live(life).told) {
        kinds.add(`${one.kind} ${one.reason}${one.kind === 'miss' && one.alertNumber > 1 ? ' again' : ''}`);
      }
    }

    expect([...kinds].sort()).toEqual([
      'miss fail',
      'miss fail again',
      'miss silence',
      'miss silence again',
      'miss too_long',
      'miss too_long again',
      'recovery fail',
      'recovery silence',
      'recovery too_long',
    ]);
  });
});

function expectLikeTheWatcher(life: Life): void {
  const { history, told, monitor, states } = live(life);

  expect(told.map(({ inARow: _inARow, ...one }) => one)).toEqual(naiveWatch(life.rules, history));
  expect(monitor.missCount).toBe(missesOf(life.rules, history));
  for (const { at, state, entries } of states) {
    const past = history.slice(0, entries).filter((entry: Entry) => entry.kind !== 'check');
    if (state !== stateNow(life.rules, past, at))
      expect({ at, state }).toEqual({ at, state: stateNow(life.rules, past, at) });
  }
}
