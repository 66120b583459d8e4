import { describe, expect, it } from 'vitest';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);
const alice = fresh(() => signedIn(service));

const PATH = '/api/account/avatar';
const IMAGE = { headers: { 'content-type': 'image/webp' } };
const put = (picture: Buffer) => alice.call('PUT', PATH, picture, IMAGE);

/** One pixel, as cwebp writes it. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** A picture of so many bytes, whole by what it says of itself. */
function picture(bytes: number): Buffer {
  const made = Buffer.alloc(bytes, 0xff);
  PIXEL.copy(made);
  made.writeUInt32LE(bytes - 8, 4);
  made.writeUInt32LE(bytes - 20, 16);
  return made;
}

/** The picture as it is sent to its owner. */
async function shown(): Promise<{ bytes: Buffer; headers: Headers }> {
  const reply = await fetch(service.url + PATH, { headers: { cookie: alice.cookie } });
  return { bytes: Buffer.from(await reply.arrayBuffer()), headers: reply.headers };
}

describe('a picture', () => {
  it('is sent back as it came, to its owner alone and kept by no cache', async () => {
    expect((await put(PIXEL)).json).toEqual({ ok: true });

    const { bytes, headers } = await shown();
    expect(bytes).toEqual(PIXEL);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const bob = await signedIn(service);
    expectRefusal(await bob.call('GET', PATH), { status: 404, error: 'not_found' });
  });

  it('may have 64 KiB, and is replaced by the next one', async () => {
    await put(PIXEL);
    await put(picture(65_536));

    expect((await shown()).bytes).toEqual(picture(65_536));
  });

  it('is gone once it is removed, however often', async () => {
    await put(PIXEL);

    for (let times = 0; times < 2; times++)
      expect((await alice.call('DELETE', PATH)).json).toEqual({ ok: true });
    expectRefusal(await alice.call('GET', PATH), { status: 404, error: 'not_found' });
  });
});

describe('what is refused', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a script', Buffer.from('<script>alert(1)</script>')],
    [
      'a PNG',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=',
        'base64',
      ),
    ],
    [
      'a sound of the same container',
      Buffer.concat([PIXEL.subarray(0, 8), Buffer.from('WAVE'), PIXEL.subarray(12)]),
    ],
    ['half a picture', PIXEL.subarray(0, 24)],
    ['a picture with something behind it', Buffer.concat([PIXEL, Buffer.from('<html>')])],
    [
      'a picture of nothing known',
      Buffer.concat([PIXEL.subarray(0, 12), Buffer.from('EXIF'), PIXEL.subarray(16)]),
    ],
    [
      'a part that is larger than the whole',
      Buffer.concat([PIXEL.subarray(0, 16), Buffer.from([0xff, 0, 0, 0]), PIXEL.subarray(20)]),
    ],
  ])('%s', async (_what, bytes) => {
    await expectNothingWritten(service, () => put(bytes), { status: 400, error: 'invalid_avatar' });
  });

  it('more than 64 KiB', async () => {
    await expectNothingWritten(service, () => put(picture(65_537)), {
      status: 413,
      error: 'corpo_grande',
      names: ['65536', '65537'],
    });
  });
});
