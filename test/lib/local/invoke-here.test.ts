import { expect, it } from 'vitest';
import { invokeHere } from '../../../lib/local/invoke-here.ts';

it('calls a function with its own time, event and answer as JSON', async () => {
  const seen: unknown[] = [];
  const billing = async (event: unknown, context: { getRemainingTimeInMillis(): number }) => {
    seen.push(event, context.getRemainingTimeInMillis() > 25_000);
    return { at: new Date(0), nothing: undefined };
  };

  expect(await invokeHere({ billing }, 'billing', { a: undefined, b: 1 })).toEqual({
    kind: 'answered',
    answer: { at: '1970-01-01T00:00:00.000Z' },
  });
  expect(seen).toEqual([{ b: 1 }, true]);
});

it('takes what is thrown for no answer, and says nothing of it', async () => {
  const billing = () => Promise.reject(new Error('hpk_secret'));

  expect(await invokeHere({ billing }, 'billing', {})).toEqual({ kind: 'unavailable', why: 'failed' });
});

it('waits no longer than it would in AWS, while the function goes on', async () => {
  let end = () => {};
  let isEnded = false;
  const billing = async () => {
    await new Promise<void>((resolve) => void (end = resolve));
    isEnded = true;
  };

  expect(await invokeHere({ billing }, 'billing', {}, 20)).toEqual({ kind: 'unavailable', why: 'timeout' });
  expect(isEnded).toBe(false);
  end();
  await Promise.resolve();
  expect(isEnded).toBe(true);
});
