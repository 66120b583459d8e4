import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sideBySide } from '../../../lib/flows/concurrently.ts';

it('does so many at once, and keeps the order of the things', async () => {
  let [underWay, most] = [0, 0];

  const results = await sideBySide([5, 1, 4, 0, 3, 2], 2, async (turns) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    underWay -= 1;
    return turns * 10;
  });

  expect(results).toEqual([50, 10, 40, 0, 30, 20]);
  expect(most).toBe(2);
});

it('leaves nothing under way when it fails', async () => {
  let ended = 0;

  const failing = sideBySide([1, 2], 2, async (thing) => {
    if (thing === 1) throw new Error('Not this one.');
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    ended += 1;
  });

  await expect(failing).rejects.toThrow('Not this one.');
  expect(ended).toBe(1);
});

it('gives each its turn though others fail, and then throws the first error', async () => {
  const done: number[] = [];

  const failing = sideBySide([1, 2, 3, 4], 1, async (thing) => {
    if (thing % 2 === 1) throw new Error(`Not ${thing}.`);
    done.push(thing);
  });

  await expect(failing).rejects.toThrow('Not 1.');
  expect(done).toEqual([2, 4]);
});
