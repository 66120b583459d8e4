import { expect, it } from 'vitest';
import { cleanLine } from '../../../../lib/domain/alerts/clean-line.ts';

it.each([
  ['keeps a plain text', 'Nightly backup', 'Nightly backup'],
  ['joins lines', 'a\r\nBcc: b@example.com', 'a Bcc: b@example.com'],
  ['takes out a change of direction', 'a\u202Ecod.exe', 'a cod.exe'],
  ['takes out invisible characters', 'a\u200B\u200Db', 'a b'],
  ['takes out line separators', 'a\u2028b\u2029c', 'a b c'],
  ['takes out half a surrogate pair', 'a\uD83Db', 'a b'],
  ['keeps an emoji', 'backup 🚀', 'backup 🚀'],
  ['trims', ' \t a ', 'a'],
  ['leaves nothing of nothing', '\u0000\u200B', ''],
])('%s', (_what, text, line) => {
  expect(cleanLine(text, 80)).toBe(line);
});

it('cuts a long text at whole characters and says so', () => {
  expect(cleanLine('🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀🚀');
  expect(cleanLine('🚀🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀…');
});
