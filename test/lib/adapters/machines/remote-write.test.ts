import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { expect, it } from 'vitest';
import { readRemoteWrite } from '../../../../lib/adapters/machines/remote-write.ts';
import { unsnappied } from '../../../../lib/adapters/machines/snappy.ts';
import { WireError } from '../../../../lib/adapters/machines/wire.ts';
import {
  float,
  inner,
  integer,
  message,
  remoteWriteOf,
  seriesOf,
  snappyStored,
  words,
} from '../../../support/machines/wire-bodies.ts';
import { fixture } from './fixtures.ts';

const AT_MS = 1_795_406_223_934;
/** The bits by which Prometheus says that a series ended (model/value/value.go). */
const STALE = new Uint8Array([0x02, 0, 0, 0, 0, 0, 0xf0, 0x7f]);

const label = (name: string, value: string) => inner(1, message(words(1, name), words(2, value)));
const sample = (value: number, atMs = AT_MS) => inner(2, message(float(1, value), integer(2, atMs)));
const series = (...fields: Parameters<typeof message>) => inner(1, message(...fields));
const written = (...all: Parameters<typeof message>) => snappyStored(message(...all));

it('reads what a client wrote of a real exporter', async () => {
  const samples = readRemoteWrite(
    await remoteWriteOf(seriesOf(fixture('node-exporter.txt').toString(), AT_MS)),
  );

  expect(samples).toHaveLength(37);
  expect(samples).toContainEqual({
    name: 'node_cpu_seconds_total',
    labels: expect.objectContaining({ cpu: '0', mode: 'idle', instance: 'machine', job: 'node' }),
    value: 1258.52,
    atSec: AT_MS / 1000,
  });
  expect(samples).toContainEqual(expect.objectContaining({ name: 'node_load15', value: 8.4 }));
});

it('takes the last sample of a series, and zero where none is written', () => {
  const body = written(
    series(label('__name__', 'a'), sample(1), sample(2, AT_MS + 60_000)),
    series(label('__name__', 'b'), inner(2, message())),
  );

  expect(readRemoteWrite(body)).toEqual([
    { name: 'a', labels: { __name__: 'a' }, value: 2, atSec: AT_MS / 1000 + 60 },
    { name: 'b', labels: { __name__: 'b' }, value: 0 },
  ]);
});

it('leaves out a series that ended, NaN, infinity, one without a sample and one without a name', () => {
  const stale = inner(
    2,
    message((writer) => writer.tag(1, 1).raw(STALE)),
  );
  const body = written(
    series(label('__name__', 'ended'), stale),
    ...[Number.NaN, Infinity, -Infinity].map((value) => series(label('__name__', 'a'), sample(value))),
    series(label('__name__', 'none')),
    series(label('cpu', '0'), sample(1)),
    series(label('__name__', 'good'), sample(1)),
  );

  expect(readRemoteWrite(body).map(({ name }) => name)).toEqual(['good']);
});

it('skips what it does not know: metadata, exemplars, histograms, fields to come, groups', () => {
  const body = written(
    inner(3, message(words(2, 'node_load1'), words(4, 'Load'))),
    series(
      label('__name__', 'a'),
      inner(3, message(float(2, 9))),
      inner(4, message(integer(1, 9))),
      (writer) => writer.tag(99, 3).tag(1, 0).int64(1).tag(99, 4),
      (writer) => writer.tag(100, 5).fixed32(1),
      sample(1),
    ),
  );

  expect(readRemoteWrite(body).map(({ value }) => value)).toEqual([1]);
});

it('takes names of a prototype as names, and of one label given twice the last', () => {
  const body = written(
    series(
      label('__name__', '__proto__'),
      label('__proto__', 'x'),
      label('constructor', 'y'),
      label('cpu', '0'),
      label('cpu', '1'),
      sample(1),
    ),
  );
  const [{ name, labels } = { name: '', labels: {} }] = readRemoteWrite(body);

  expect(name).toBe('__proto__');
  expect(Object.entries(labels)).toEqual([
    ['__name__', '__proto__'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['cpu', '1'],
  ]);
  expect(labels['toString']).toBe(undefined);
});

it('cuts labels, and takes forty of them at most', () => {
  const many = (writer: BinaryWriter) => {
    for (let at = 0; at < 100_000; at += 1) label(`l${at}`, 'x')(writer);
  };
  const body = written(series(label('__name__', 'a'), label('long', 'x'.repeat(9_999)), sample(1), many));
  const labels = readRemoteWrite(body)[0]?.labels ?? {};

  expect(Object.keys(labels)).toHaveLength(40);
  expect(labels['long']).toHaveLength(200);
});

it('takes 5,000 series and refuses one more, ended ones too', () => {
  const one = message(label('__name__', 'a'), sample(1));
  const of = (count: number) =>
    written(...Array.from({ length: count - 1 }, () => inner(1, one)), series(label('__name__', 'a')));

  expect(readRemoteWrite(of(5_000))).toHaveLength(4_999);
  expect(() => readRemoteWrite(of(5_001))).toThrow(expect.objectContaining({ fault: 'too_large' }));
});

it.each([
  ['a series that is a number', message(integer(1, 5))],
  ['a label that is a number', message(series(integer(1, 5)))],
  ['a value that is a text', message(series(inner(2, message(words(1, 'x')))))],
  [
    'a value of four bytes',
    message(
      series(
        inner(
          2,
          message((writer) => writer.tag(1, 5).float(1)),
        ),
      ),
    ),
  ],
  ['a time that is a float', message(series(inner(2, message(float(2, 1)))))],
  ['the end of a group that never began', new Uint8Array([0x4c])],
  ['a field number of 0', new Uint8Array([0x02, 0])],
  ['a length past the end', new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0x7f])],
  ['a varint that never ends', new Uint8Array(20).fill(0xff)],
])('%s is malformed', (_what, bytes) => {
  expect(() => readRemoteWrite(snappyStored(bytes))).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('ends on a million groups within one another', () => {
  expect(() => readRemoteWrite(snappyStored(new Uint8Array(1_000_000).fill(0x1b)))).toThrow(WireError);
});

it('never throws anything but a WireError, wherever the body is cut off or changed', async () => {
  const [first] = seriesOf(fixture('node-exporter.txt').toString(), AT_MS);
  const plain = unsnappied(await remoteWriteOf(first ? [first] : []), 1_000);
  const ended = (bytes: Uint8Array) => {
    try {
      readRemoteWrite(snappyStored(bytes));
      return 'read';
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
      return 'refused';
    }
  };

  const cut = plain.map((_byte, at) => (ended(plain.subarray(0, at)) === 'read' ? 1 : 0));
  // Nothing at all is a request without series; every other part of this one series is refused.
  expect(cut.reduce((all, each) => all + each, 0)).toBe(1);
  for (const [at, byte] of plain.entries())
    for (const other of [0, 0xff, byte ^ 1, byte ^ 0x80])
      ended(Buffer.concat([plain.subarray(0, at), Buffer.from([other]), plain.subarray(at + 1)]));
});
