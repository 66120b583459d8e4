import { describe, expect, it } from 'vitest';
import { fresh, shared } from './shared.ts';

const ended: number[] = [];
let made = 0;
const thing = async () => {
  made += 1;
  const own = made;
  return { own, notes: [] as string[], [Symbol.asyncDispose]: async () => void ended.push(own) };
};

const one = shared(thing);
const early = (() => {
  try {
    return String(one.own);
  } catch (error) {
    return String(error);
  }
})();

it('what is read before it was made says so', () => {
  expect(early).toContain('before the tests run: use it in a test or in a hook that comes later');
});

describe('what a describe shares and what is fresh in it', () => {
  const shown: number[] = [];
  const inside = shared(thing);
  const each = fresh(thing);

  it.each([1, 2])('are made once, and for test %i', () => {
    shown.push(inside.own, each.own);
    expect(ended).toHaveLength(shown.length / 2 - 1);
    one.notes = [...one.notes, 'kept'];
  });

  it('work as what was made', () => {
    expect(shown).toEqual([2, 3, 2, 4]);
    expect({ ...one }).toMatchObject({ own: 1, notes: ['kept', 'kept'] });
    expect('own' in one).toBe(true);
  });
});

it('both are disposed of by the end of the describe, what the file shares is not', () => {
  expect(ended).toEqual([3, 4, 5, 2]);
  expect(one.own).toBe(1);
});
