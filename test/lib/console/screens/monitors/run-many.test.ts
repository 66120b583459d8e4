import { expect, it } from 'vitest';
import { ApiError } from '../../../../../lib/console/api/api-error.ts';
import { runMany } from '../../../../../lib/console/screens/monitors/run-many.ts';

const outcomes = async (work: (item: number) => Promise<unknown>) => {
  const ended = new Map<number, unknown>();
  await runMany([1, 2, 3, 4, 5, 6], work, (item, error) => ended.set(item, error));
  return ended;
};

it('does each once, four at a time, and tells of each', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const ended = await outcomes(async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve));
    running -= 1;
    done.push(item);
  });
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(4);
  expect([...ended.values()]).toEqual(Array(6).fill(undefined));
});

it('goes on after a failure, and tells it', async () => {
  const wrong = new ApiError('There is no such monitor.', { status: 404, code: 'not_found' });
  const ended = await outcomes((item) => (item === 2 ? Promise.reject(wrong) : Promise.resolve()));
  expect([...ended].filter(([, error]) => error !== undefined)).toEqual([[2, wrong]]);
  expect(ended.size).toBe(6);
});

it('repeats what the service wants later, and not for ever', async () => {
  const later = new ApiError('Later.', { status: 429, code: 'muitos_envios', retryAfterSec: 0 });
  const tries = new Map<number, number>();
  const ended = await outcomes((item) => {
    const count = (tries.get(item) ?? 0) + 1;
    tries.set(item, count);
    return item === 1 || (item === 2 && count < 3) ? Promise.reject(later) : Promise.resolve();
  });
  expect([...ended].filter(([, error]) => error !== undefined)).toEqual([[1, later]]);
  expect(tries.get(1)).toBe(3);
  expect(tries.get(3)).toBe(1);
});
