import { expect, it } from 'vitest';
import { safeNames, safeWord } from '../../../../../lib/domain/machines/measures/lines.ts';

it('keeps of a text what a field may hold', () => {
  expect(safeWord('nginx-1.2_a:b/c,d@e')).toBe('nginx-1.2_a:b/c,d@e');
  expect(safeWord('<a href="x">é\u0000 %!')).toBe('ahrefx');
  expect(safeWord('x'.repeat(40))).toHaveLength(32);
  for (const nothing of ['', '%', undefined]) expect(safeWord(nothing)).toBeUndefined();
});

it('lists as many names as have room', () => {
  expect(safeNames(['nginx.service', '', 'cron.service', 'postgresql.service'])).toBe(
    'nginx.service,cron.service',
  );
  expect(safeNames(['a-name-that-is-longer-than-the-room.service'])).toBe('a-name-that-is-longer-than-the-r');
  expect(safeNames([])).toBeUndefined();
});
