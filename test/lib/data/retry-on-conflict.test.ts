import { expect, it } from 'vitest';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { WriteConflict } from '../../../lib/data/table.ts';

it('a sequence that loses its condition runs again with what it lost to', async () => {
  const current = { rev: 8 };
  const seen: unknown[] = [];

  const result = await retryOnConflict(async (lost) => {
    seen.push(lost?.current);
    if (seen.length < 3) throw new WriteConflict(current);
    return 'done';
  });

  expect(result).toBe('done');
  expect(seen).toEqual([undefined, current, current]);
});

it('another error ends it at once', async () => {
  let runs = 0;

  const sequence = retryOnConflict(async () => {
    runs += 1;
    throw new Error('down');
  });

  await expect(sequence).rejects.toThrow('down');
  expect(runs).toBe(1);
});

it('a condition that is always lost ends in indisponivel', async () => {
  const sequence = retryOnConflict(() => Promise.reject(new WriteConflict()));

  await expect(sequence).rejects.toMatchObject({ code: 'indisponivel', status: 503 });
});
