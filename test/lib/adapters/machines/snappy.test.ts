import * as fc from 'fast-check';
import { deserialize } from 'prometheus-remote-write';
import { expect, it } from 'vitest';
import { unsnappied } from '../../../../lib/adapters/machines/snappy.ts';
import { WireError } from '../../../../lib/adapters/machines/wire.ts';
import { remoteWriteOf, snappyStored, varintOf } from '../../../support/machines/wire-bodies.ts';

const MAX = 4_000_000;
const block = (length: number, ...elements: number[]) =>
  Buffer.concat([varintOf(length), Buffer.from(elements)]);

it('unpacks what a real compressor packed, literals and copies', async () => {
  const body = await remoteWriteOf(
    Array.from({ length: 500 }, (_none, at) => ({
      labels: { __name__: 'node_cpu_seconds_total', cpu: String(at), mode: 'idle' },
      samples: [{ value: at, timestamp: 1 }],
    })),
  );
  const unpacked = unsnappied(body, MAX);
  const { timeseries } = (await deserialize(unpacked as never)) as unknown as { timeseries: unknown[] };

  expect(unpacked.length).toBeGreaterThan(2 * body.length);
  expect(timeseries).toHaveLength(500);
});

it.each([
  ['a literal', block(3, 0x08, 1, 2, 3), [1, 2, 3]],
  ['a copy that overlaps itself', block(6, 0x00, 7, 0x05, 1), [7, 7, 7, 7, 7, 7]],
  ['nothing', block(0), []],
])('unpacks %s', (_what, body, bytes) => {
  expect([...unsnappied(body, MAX)]).toEqual(bytes);
});

it('unpacks copies with offsets of one, two and four bytes', () => {
  const literal = [0x0c, 1, 2, 3, 4];
  const bytes = unsnappied(block(16, ...literal, 0x01, 4, 0x0e, 4, 0, 0x0f, 8, 0, 0, 0), MAX);

  expect([...bytes]).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
});

it.each([
  ['no length', Buffer.alloc(0)],
  ['a length that never ends', Buffer.alloc(9, 0xff)],
  ['a length without elements', block(10)],
  ['fewer bytes than announced', block(4, 0x08, 1, 2, 3)],
  ['more bytes than announced', block(2, 0x08, 1, 2, 3)],
  ['a copy that fills more than announced', block(3, 0x00, 7, 0x01, 1)],
  ['a literal that is cut off', block(3, 0x08, 1, 2)],
  ['the length of a literal cut off', block(3, 0xfc, 1)],
  ['a literal as long as 2^32', block(3, 0xfc, 0xff, 0xff, 0xff, 0xff, 1, 2, 3)],
  // Read as signed, its length is -5: the reader would be sent back to this element for ever.
  ['a literal whose length reads as negative', block(10, 0xfc, 0xfa, 0xff, 0xff, 0xff, 0)],
  ['a copy of nothing before it', block(4, 0x01, 1)],
  ['a copy from offset 0', block(5, 0x00, 7, 0x01, 0)],
  ['a copy from before the start', block(5, 0x00, 7, 0x01, 2)],
  ['an offset that reads as negative', block(2, 0x00, 7, 0x03, 0xff, 0xff, 0xff, 0xff)],
  ['an offset cut off', block(5, 0x00, 7, 0x02, 1)],
])('%s is malformed', (_what, body) => {
  expect(() => unsnappied(body, MAX)).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('refuses a bomb by its announced length, before anything is unpacked', () => {
  const bomb = Buffer.concat([block(0xff_ff_ff_ff, 0x00, 0), Buffer.from('fe0100'.repeat(9_000), 'hex')]);

  expect(() => unsnappied(bomb, MAX)).toThrow(expect.objectContaining({ fault: 'too_large' }));
  expect(() => unsnappied(block(MAX + 1), MAX)).toThrow(expect.objectContaining({ fault: 'too_large' }));
});

it('holds no more than announced of a bomb that lies', () => {
  const bomb = Buffer.concat([block(100, 0x00, 0), Buffer.from('fe0100'.repeat(300_000), 'hex')]);

  expect(() => unsnappied(bomb, MAX)).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('gives back what was stored, and ends on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(bytes).equals(unsnappied(snappyStored(bytes), MAX))).toBe(true);
      try {
        unsnappied(Buffer.from(bytes), 10_000);
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
    }),
    { numRuns: 300 },
  );
});
