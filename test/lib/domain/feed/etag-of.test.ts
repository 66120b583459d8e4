import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { etagOf } from '../../../../lib/domain/feed/etag-of.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

it('the entity tag is a quoted strong tag that follows the body', () => {
  expect(etagOf('abc', sha256)).toBe('"ba7816bf8f01cfea414140de5dae2223"');
  expect(etagOf('abd', sha256)).not.toBe(etagOf('abc', sha256));
});
