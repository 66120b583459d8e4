import { expect, it } from 'vitest';
import { retryLost } from '../../../lib/data/retry-lost.ts';
import { LostCondition } from '../../../lib/data/table.ts';

it('a sequence that loses its condition runs again with what it lost to', async () => {
  const current = { rev: 8 };
  const seen: unknown[] = [];

  const result = await retryLost(async (lost) => {
    seen.push(lost?.current);
    if (seen.length < 3) throw new LostCondition(current);
    return 'done';
  });

  expect(result).toBe('done');
  expect(seen).toEqual([undefined, current, current]);
});

it('another error ends it at once', async () => {
  let runs = 0;

  const sequence = retryLost(async () => {
    runs += 1;
    throw new Error('down');
  });

  await expect(sequence).rejects.toThrow('down');
  expect(runs).toBe(1);
});

it('a condition that is always lost ends in indisponivel', async () => {
  const sequence = retryLost(() => Promise.reject(new LostCondition()));

  await expect(sequence).rejects.toMatchObject({ code: 'indisponivel', status: 503 });
});
