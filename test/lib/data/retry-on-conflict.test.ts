import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { WriteConflict } from '../../../lib/data/table.ts';
import { casesOf } from '../../support/thorough.ts';

// Waits of seconds pass at once.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What comes of it once every wait is over. */
async function inTheEnd<T>(sequence: Promise<T>): Promise<T> {
  const [ended] = await Promise.allSettled([sequence, vi.advanceTimersByTimeAsync(60_000)]);
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}

it('a sequence that loses its condition runs again with what it lost to', async () => {
  const current = { rev: 8 };
  const seen: unknown[] = [];

  const sequence = retryOnConflict(async (lost) => {
    seen.push(lost?.current);
    if (seen.length < 3) throw new WriteConflict(current);
    return 'done';
  });
  const result = await inTheEnd(sequence);

  expect(result).toBe('done');
  // After a wait what it lost to is old.
  expect(seen).toEqual([undefined, current, undefined]);
});

it.each(casesOf(1, [100, 200, 400]))(
  '%i processes at one item, 3 ms away from each, are all through',
  async (count) => {
    const wire = () => new Promise((resolve) => setTimeout(resolve, 3));
    let rev = 0;
    let writes = 0;
    const write = async (conflict: WriteConflict | undefined) => {
      await wire();
      const before = Number(conflict?.current?.['rev'] ?? rev);
      await wire();
      writes += 1;
      if (rev !== before) throw new WriteConflict({ rev });
      rev = before + 1;
    };

    await inTheEnd(Promise.all(Array.from({ length: count }, () => retryOnConflict(write))));

    expect(rev).toBe(count);
    // Each try costs a write unit, of which one item takes a thousand a second.
    expect(writes).toBeLessThan(count * 20);
  },
);

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

  await expect(inTheEnd(sequence)).rejects.toMatchObject({ code: 'indisponivel', status: 503 });
});
