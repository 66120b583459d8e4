import { expect, it } from 'vitest';
import { newToken } from '../../../lib/adapters/ids.ts';
import { seal, unseal } from '../../../lib/adapters/encrypted-text.ts';

const secret = newToken('');
const TEXT = 'a token, é, 秘密';

it('a text is read by the holder of its secret, for its purpose', () => {
  const sealed = seal(secret, 'one', TEXT);

  expect(unseal(secret, 'one', sealed)).toBe(TEXT);
  expect(() => unseal(newToken(''), 'one', sealed)).toThrow(Error);
  expect(() => unseal(secret, 'other', sealed)).toThrow(Error);
});

it('no two of one text are alike, and none shows it', () => {
  const sealed = seal(secret, 'one', TEXT);

  expect(seal(secret, 'one', TEXT)).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64').includes('token')).toBe(false);
});

it('a changed byte anywhere, or a missing one, is noticed', () => {
  const bytes = Buffer.from(seal(secret, 'one', TEXT), 'base64');

  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => unseal(secret, 'one', changed.toString('base64'))).toThrow(Error);
    expect(() => unseal(secret, 'one', bytes.subarray(0, at).toString('base64'))).toThrow(Error);
  }
});
