import { describe, expect, it } from 'vitest';
import { remembered } from '../../../../lib/runtime/memory/remembered.ts';

const clock = { at: 0, now: () => clock.at };
/** Counts how often it was read. */
const counter = () => {
  let count = 0;
  return async () => ++count;
};

describe('remembered', () => {
  it('reads once, for as long as the value says', async () => {
    const values = remembered<number>(clock, 10, (value) => value * 100);
    const read = counter();

    expect(await values.of('key', read)).toBe(1);
    clock.at += 99;
    expect(await values.of('key', read)).toBe(1);
    clock.at += 1;
    expect(await values.of('key', read)).toBe(2);
  });

  it('counts from when it asked: a late answer is no fresher', async () => {
    const values = remembered<number>(clock, 10, () => 100);
    const read = counter();
    await values.of('key', async () => {
      clock.at += 100;
      return read();
    });

    expect(await values.of('key', read)).toBe(2);
  });

  it('asks once for all who ask at once', async () => {
    const values = remembered<number>(clock, 10, () => 100);
    const read = counter();

    expect(await Promise.all([values.of('key', read), values.of('key', read)])).toEqual([1, 1]);
  });

  it('does not remember a failure', async () => {
    const values = remembered<number>(clock, 10, () => 100);
    await expect(values.of('key', () => Promise.reject(new Error('Not now.')))).rejects.toThrow('Not now.');

    expect(await values.of('key', counter())).toBe(1);
  });

  it('forgets what was asked for longest ago, past its maximum', async () => {
    const values = remembered<number>(clock, 2, () => 100);
    const [one, two, three] = [counter(), counter(), counter()];
    await values.of('one', one);
    await values.of('two', two);
    await values.of('one', one);
    await values.of('three', three);

    expect(await values.of('one', one)).toBe(1);
    expect(await values.of('two', two)).toBe(2);
  });

  it('asks anew where it is told to, and remembers that', async () => {
    const values = remembered<number>(clock, 10, () => 100);
    const read = counter();
    await values.of('key', read);

    expect(await values.anew('key', read)).toBe(2);
    expect(await values.of('key', read)).toBe(2);
  });

  it('reads again where the clock was set back', async () => {
    const values = remembered<number>(clock, 10, () => 100);
    const read = counter();
    await values.of('key', read);

    clock.at -= 1;

    expect(await values.of('key', read)).toBe(2);
  });

  it('lets go what was asked for longest ago where all weigh too much together', async () => {
    const values = remembered<number>(
      clock,
      10,
      () => 100,
      (value) => value,
    );
    const weights = { a: 4, b: 3, c: 3, d: 3, e: 11 };
    const asked: string[] = [];
    const ask = (key: keyof typeof weights) =>
      values.of(key, async () => {
        asked.push(key);
        return weights[key];
      });
    for (const key of ['a', 'b', 'c', 'a', 'b', 'd', 'a', 'b', 'd', 'c'] as const) await ask(key);
    // All of them had room but for d, by which c went; and for c again, by which a went.
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'c']);

    // What is heavier than all may be is kept alone.
    for (const key of ['e', 'e', 'b'] as const) await ask(key);
    expect(asked.slice(5)).toEqual(['e', 'b']);
  });
});
