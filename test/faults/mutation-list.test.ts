import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANS } from '../support/faults/fault-plan.ts';
import { mutated } from './mutated.ts';
import { editsOf, MUTATIONS } from './mutation-list.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(MUTATIONS)('the mistake "$name" can still be made', (mutation) => {
  const texts = new Map<string, string>();
  for (const edit of editsOf(mutation)) {
    const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
    const changed = mutated(text, edit);
    expect(changed).not.toBe(text);
    texts.set(edit.file, changed);
  }
});

it('each plan that a mistake names exists', () => {
  const known = new Set(PLANS.map(({ name }) => name));
  expect(MUTATIONS.filter(({ plan }) => plan !== undefined && !known.has(plan))).toEqual([]);
});

describe('the place of a mistake', () => {
  const text = `const one = 1;

export function first(a: number) {
  return over(a, one);
}

class Second {
  async first() {
    return 3;
  }

  last() {
    return over(
      4,
      one,
    );
  }
}
`;

  it('is the same once a formatter has broken the line', () => {
    const edit = { in: 'last', from: 'over(4, one)', to: 'under()' };
    expect(mutated(text, edit)).toBe(text.replace(/over\(\s+4[^)]+\)/, 'under()'));
  });

  it('is looked for in what is named alone', () => {
    const edit = { from: 'return', to: 'throw' };
    expect(mutated(text, { ...edit, in: 'last' })).toContain('last() {\n    throw over(');
    expect(mutated(text, { ...edit, in: 'Second', from: 'return 3' })).toContain('throw;');
    expect(() => mutated(text, edit)).toThrow('"return" is 3 times in the file.');
    expect(() => mutated(text, { ...edit, in: 'Second' })).toThrow('"return" is 2 times in Second.');
    expect(() => mutated(text, { ...edit, in: 'one' })).toThrow('"return" is 0 times in one.');
  });

  it('is refused where the name is not one', () => {
    const edit = { from: 'return', to: 'throw' };
    expect(() => mutated(text, { ...edit, in: 'first' })).toThrow('first is declared 2 times in the file.');
    expect(() => mutated(text, { ...edit, in: 'third' })).toThrow('third is declared 0 times in the file.');
  });
});
