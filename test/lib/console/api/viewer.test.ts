import { afterEach, expect, it } from 'vitest';
import { gone, isStillHere, noteNobody, noteOwner, viewer } from '../../../../lib/console/api/viewer.ts';

afterEach(() => {
  gone.value = null;
  viewer.value = 'unknown';
});

it('a visitor becomes a guest, and stays one', () => {
  noteNobody();
  expect(viewer.value).toBe('nobody');
  noteOwner(null);
  noteOwner(null);

  expect([viewer.value, gone.value]).toEqual(['guest', null]);
});

it('a session that ends is told, and its view stays what it was', () => {
  noteOwner('alice');
  noteNobody();

  expect([viewer.value, gone.value]).toEqual(['account', 'signed-out']);
});

it.each([
  ['another account', 'alice', 'bob'],
  ['an account in the place of a guest', null, 'bob'],
  ['a guest in the place of an account', 'alice', null],
])('%s is another view', (_, before, after) => {
  noteOwner(before);
  noteOwner(after);

  expect(gone.value).toBe('changed');
});

it('a bootstrap is believed while it tells of the same session', () => {
  noteOwner('alice');
  expect(isStillHere('alice', 'before')).toBe(true);

  expect(isStillHere('bob', 'before')).toBe(false);
  expect(gone.value).toBe('changed');
});

it('without a session it is compared with what it told before', () => {
  noteOwner(null);
  expect(isStillHere('browser', 'browser')).toBe(true);

  expect(isStillHere('bob', 'browser')).toBe(false);
});
