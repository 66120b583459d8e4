import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../../lib/runtime/call.ts';
import { inGzip, takesGzip } from '../../../../lib/runtime/lambda/gzip.ts';

const TEXT = JSON.stringify(Array.from({ length: 100 }, (_, at) => ({ name: `backup ${at} é` })));
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const reply = (more: Partial<Reply> = {}): Reply => ({
  status: 200,
  headers: JSON_TYPE,
  body: TEXT,
  ...more,
});

it.each([
  ['gzip', true],
  ['br;q=1.0, GZIP ; q=0.5, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0.001', true],
  ['gzipped', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('of a caller that says %s, gzip is taken: %s', (accepted, isTaken) => {
  expect(takesGzip(accepted)).toBe(isTaken);
});

describe('a long text', () => {
  it('goes in gzip to who takes it, as it is to others, and both say that it depends', async () => {
    const headers = { ...JSON_TYPE, etag: '"abc"', vary: 'Accept' };
    const small = await inGzip(reply({ headers }), 'gzip, br');
    const plain = await inGzip(reply({ headers }), undefined);

    expect(gunzipSync(small.body).toString()).toBe(TEXT);
    expect(small.body.length).toBeLessThan(TEXT.length / 3);
    const vary = 'Accept, Accept-Encoding';
    const said = { ...headers, vary, etag: 'W/"abc"' };
    expect(small.headers).toEqual({ ...said, 'content-encoding': 'gzip' });
    expect(plain).toEqual(reply({ headers: said }));
    // A short one, one without its body and one that is still the same say what the long one says.
    for (const more of [{ body: 'a'.repeat(999) }, { body: '' }, { status: 304, body: '' }])
      expect(await inGzip(reply({ headers, ...more }), 'gzip')).toEqual(reply({ headers: said, ...more }));
  });

  it('has no length of its own: the same one is up to 64 bytes longer, by chance', async () => {
    const lengths = new Set<number>();
    for (let call = 0; call < 40; call += 1) lengths.add((await inGzip(reply(), 'gzip')).body.length);

    expect(lengths.size).toBeGreaterThan(5);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(64);
  });

  it('may be bytes, a page or a picture in words', async () => {
    for (const type of [
      'text/html; charset=utf-8',
      'image/svg+xml',
      'application/problem+json',
      'text/plain',
    ]) {
      const { body } = await inGzip(
        reply({ headers: { 'content-type': type }, body: Buffer.from(TEXT) }),
        'gzip',
      );
      expect([type, gunzipSync(body).toString() === TEXT]).toEqual([type, true]);
    }
  });
});

it.each<[string, Partial<Reply>]>([
  ['is no success', { status: 404 }],
  ['has no text', { headers: { 'content-type': 'image/webp' } }],
  ['has no type', { headers: {} }],
  ['sets a cookie', { cookies: ['a=b'] }],
  [
    'is a page that a cookie opened',
    {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cross-origin-resource-policy': 'same-origin' },
    },
  ],
])('what %s goes as it is', async (_what, more) => {
  expect(await inGzip(reply(more), 'gzip')).toEqual(reply(more));
});
