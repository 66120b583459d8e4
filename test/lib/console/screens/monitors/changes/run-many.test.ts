import { expect, it } from 'vitest';
import { ApiError } from '../../../../../../lib/console/api/api-error.ts';
import { runMany } from '../../../../../../lib/console/screens/monitors/changes/run-many.ts';
import { UNDO_MAX } from '../../../../../../lib/console/state/undo.ts';

const MANY = Array.from({ length: UNDO_MAX + 1 }, (_, at) => at);

const outcomes = async (work: (item: number) => Promise<unknown>) => {
  const ended = new Map<number, unknown>();
  await runMany([1, 2, 3, 4, 5, 6], work, (item, error) => ended.set(item, error));
  return ended;
};

it('does each of many once, four at a time, and tells of each', async () => {
  const done: number[] = [];
  const ended: unknown[] = [];
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve));
    running -= 1;
    done.push(item);
  };
  await runMany(MANY, work, (_, error) => ended.push(error));
  expect(done.toSorted((one, other) => one - other)).toEqual(MANY);
  expect(most).toBe(4);
  expect(ended).toEqual(Array(MANY.length).fill(undefined));
});

it('begins all at once that may be held back when the page is left', () => {
  const begun: number[] = [];
  const work = async (item: number) => void begun.push(item);
  const held = MANY.slice(0, UNDO_MAX);
  void runMany(held, work, () => undefined);
  expect(begun).toEqual(held);
});

it('begins what is left of many when the page is left, and ends with the last', async () => {
  const page = new EventTarget();
  const begun: (() => void)[] = [];
  let ended = 0;
  const work = () => new Promise<void>((resolve) => begun.push(resolve));
  const all = runMany(MANY, work, () => (ended += 1), page);
  expect(begun).toHaveLength(4);

  page.dispatchEvent(new Event('pagehide'));
  expect(begun).toHaveLength(MANY.length);
  for (const end of begun) end();
  await all;
  expect(ended).toBe(MANY.length);
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
