import { describe, expect, it } from 'vitest';
import { slugChanges } from '../../../../../lib/domain/monitors/switch/check-slugs.ts';

const changes = (checks: [string, string?][], named: Record<string, string[]> = {}, dead: string[] = []) =>
  slugChanges(
    checks.map(([id, slug]) => ({ id, slug })),
    new Map(Object.entries(named)),
    (id) => !dead.includes(id),
  ).map(({ slug, ids, seen }) => [slug, ids, seen]);

describe('the slugs of a ping key', () => {
  it('name the checks that have them, and several where they share one', () => {
    expect(changes([['b', 'x'], ['a', 'x'], ['c', 'y'], ['d']])).toEqual([
      ['x', ['a', 'b'], []],
      ['y', ['c'], []],
    ]);
  });

  it('stay as they are when the same is imported again', () => {
    expect(changes([['b', 'x'], ['a', 'x'], ['c', 'y'], ['d']], { x: ['a', 'b'], y: ['c'] })).toEqual([]);
  });

  it('go where an import says that a check has another', () => {
    expect(
      changes(
        [
          ['a', 'y'],
          ['b', 'x'],
        ],
        { x: ['a', 'b'] },
      ),
    ).toEqual([
      ['x', ['b'], ['a', 'b']],
      ['y', ['a'], []],
    ]);
  });

  it('stay those of monitors that an import does not name, while they are there', () => {
    expect(changes([['b', 'x']], { x: ['a'] })).toEqual([['x', ['a', 'b'], ['a']]]);
    expect(changes([['b', 'x']], { x: ['a'] }, ['a'])).toEqual([['x', ['b'], ['a']]]);
    expect(changes([['a']], { x: ['a'] })).toEqual([['x', [], ['a']]]);
  });

  it('know ten of those that share one', () => {
    const many = Array.from({ length: 5_000 }, (_, at): [string, string] => [String(at), 'x']);

    expect(changes(many)).toMatchObject([['x', { length: 10 }, []]]);
  });
});
