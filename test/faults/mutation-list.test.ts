import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from './mutation-list.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(MUTATIONS)('the mistake "$name" can still be made', ({ file, from, to, also }) => {
  let text = readFileSync(join(ROOT, file), 'utf8');
  for (const edit of [{ from, to }, ...(also ? [also] : [])]) {
    expect(text.split(edit.from)).toHaveLength(2);
    text = text.replace(edit.from, () => edit.to);
  }
});
