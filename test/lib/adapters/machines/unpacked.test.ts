import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gunzipped } from '../../../../lib/adapters/machines/unpacked.ts';

it('unpacks gzip up to so many bytes', () => {
  expect(gunzipped(gzipSync('a,b=c d=1'), 9).toString()).toBe('a,b=c d=1');
  expect(() => gunzipped(gzipSync('a,b=c d=1'), 8)).toThrow(expect.objectContaining({ fault: 'too_large' }));
});

it('holds a bomb to the bytes that it may have', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const beforeBytes = process.memoryUsage().arrayBuffers;

  expect(bomb.length).toBeLessThan(100_000);
  expect(() => gunzipped(bomb, 4_000_000)).toThrow(expect.objectContaining({ fault: 'too_large' }));
  expect(process.memoryUsage().arrayBuffers - beforeBytes).toBeLessThan(20_000_000);
});

it('calls malformed what is no gzip, or is cut off at any byte', () => {
  const body = gzipSync('some text');

  expect(() => gunzipped(Buffer.from('plain'), 100)).toThrow(expect.objectContaining({ fault: 'malformed' }));
  for (let at = 0; at < body.length; at += 1)
    expect(() => gunzipped(body.subarray(0, at), 100)).toThrow(
      expect.objectContaining({ fault: 'malformed' }),
    );
});
