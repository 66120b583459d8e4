import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLANS } from '../support/faults/fault-plan.ts';
import { MUTATIONS } from './mutation-list.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(MUTATIONS)('the mistake "$name" can still be made', ({ file, from, to, also }) => {
  const texts = new Map<string, string>();
  for (const edit of [{ file, from, to }, ...(also ? [{ file, ...also }] : [])]) {
    const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
    expect(text.split(edit.from)).toHaveLength(2);
    texts.set(
      edit.file,
      text.replace(edit.from, () => edit.to),
    );
  }
});

it('each plan that a mistake names exists', () => {
  const known = new Set(PLANS.map(({ name }) => name));
  expect(MUTATIONS.filter(({ plan }) => plan !== undefined && !known.has(plan))).toEqual([]);
});
