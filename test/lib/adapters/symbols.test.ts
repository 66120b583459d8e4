import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSymbol, newSymbol } from '../../../lib/adapters/symbols.ts';

const SECRET = 'the secret of a service';

it('a symbol is ten random bytes and six of their HMAC-SHA-256, in 22 characters of base64url', () => {
  const symbol = newSymbol(SECRET);
  const bytes = Buffer.from(symbol, 'base64url');
  const mac = createHmac('sha256', SECRET).update('symbol').update(bytes.subarray(0, 10)).digest();

  expect(symbol).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(bytes.subarray(10).equals(mac.subarray(0, 6))).toBe(true);
  expect(isSymbol(SECRET, symbol)).toBe(true);
  expect(newSymbol(SECRET)).not.toBe(symbol);
});

it('a symbol in which any one character is another is none', () => {
  const symbol = newSymbol(SECRET);

  for (let place = 0; place < symbol.length; place++) {
    const other = symbol[place] === 'A' ? 'B' : 'A';
    expect(isSymbol(SECRET, symbol.slice(0, place) + other + symbol.slice(place + 1))).toBe(false);
  }
});

it('of the sixteen spellings of its bytes one is a symbol', () => {
  const symbol = newSymbol(SECRET);
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spellings = [...digits]
    .map((last) => symbol.slice(0, -1) + last)
    .filter((text) => Buffer.from(text, 'base64url').equals(Buffer.from(symbol, 'base64url')));

  expect(spellings).toHaveLength(16);
  expect(spellings.filter((text) => isSymbol(SECRET, text))).toEqual([symbol]);
});

it.each([
  ['nothing', ''],
  ['what another secret signed', newSymbol('another secret')],
  ['a symbol and more', `${newSymbol(SECRET)}A`],
  ['a symbol before a line break', `${newSymbol(SECRET)}\n`],
  ['a UUID', '0b2f9a3e-6a53-4d1e-9c39-2d9b2f1f5c11'],
  ['what is not base64url', '../../../../etc/passwd'],
])('%s is no symbol', (_what, text) => {
  expect(isSymbol(SECRET, text)).toBe(false);
});
