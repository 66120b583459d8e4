import { expect, it } from 'vitest';
import { within } from '../../../lib/adapters/timeout.ts';

it('gives what comes in time, and the error of what fails in time', async () => {
  expect(await within(1_000, Promise.resolve('done'))).toBe('done');
  await expect(within(1_000, Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
});

it('fails once the time is over, whatever becomes of the work', async () => {
  let fail: (error: Error) => void = () => {};
  const work = new Promise<never>((_, reject) => (fail = reject));

  await expect(within(5, work)).rejects.toMatchObject({ name: 'TimeoutError' });
  // Nobody hears it: a rejection without a listener would end the process.
  fail(new Error('late'));
  await expect(work).rejects.toThrow('late');
});
