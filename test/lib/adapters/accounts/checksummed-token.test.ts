import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { hasChecksum, newCheckedToken } from '../../../../lib/adapters/accounts/checksummed-token.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('a token is its prefix, 43 random characters and the CRC-32 of both in six', () => {
  const token = newCheckedToken('mmk_');
  const value = token
    .slice(-6)
    .split('')
    .reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

  expect(token).toMatch(/^mmk_[0-9A-Za-z]{49}$/);
  expect(value).toBe(crc32(token.slice(0, -6)));
  expect(hasChecksum(token)).toBe(true);
  expect(newCheckedToken('mmk_')).not.toBe(token);
});

it('any one character that is mistyped is noticed, and any two that are swapped', () => {
  const token = newCheckedToken('mmk_');

  for (let place = 0; place < token.length; place++) {
    const [before, digit = '', after] = [token.slice(0, place), token[place], token.slice(place + 1)];
    expect(hasChecksum(before + (digit === 'x' ? 'y' : 'x') + after)).toBe(false);
    const [next = ''] = after;
    if (next !== '' && next !== digit)
      expect(hasChecksum(before + next + digit + after.slice(1))).toBe(false);
  }
});

it('what is too short has none', () => {
  for (const text of ['', 'mmk_', '000000']) expect(hasChecksum(text)).toBe(text === '000000');
});
