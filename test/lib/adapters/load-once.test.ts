import { expect, it } from 'vitest';
import { loadOnce } from '../../../lib/adapters/load-once.ts';

it('loads once, also for calls that come together', async () => {
  let loads = 0;
  const loaded = loadOnce(async () => ({ load: (loads += 1) }));

  const both = await Promise.all([loaded(), loaded()]);

  expect([...both, await loaded()]).toEqual([{ load: 1 }, { load: 1 }, { load: 1 }]);
});

it('loads again after a load that failed', async () => {
  let loads = 0;
  const loaded = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('Too many open files.');
    return 'a client';
  });
  await expect(loaded()).rejects.toThrow('Too many open files.');

  expect(await loaded()).toBe('a client');
});
