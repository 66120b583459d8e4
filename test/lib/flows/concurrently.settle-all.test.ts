import { expect, it } from 'vitest';
import { allDone } from '../../../lib/flows/concurrently.ts';

it('returns what all return, in their order', async () => {
  expect(await allDone([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});

it('fails with the first error, and only when the last is done', async () => {
  const done: string[] = [];
  const slow = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => void done.push('slow'));

  await expect(allDone([Promise.reject(new Error('first')), slow])).rejects.toThrow('first');

  expect(done).toEqual(['slow']);
});
