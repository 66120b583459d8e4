import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCollectd } from '../../../../lib/adapters/machines/collectd.ts';
import { readLineProtocol } from '../../../../lib/adapters/machines/line-protocol.ts';
import { readNrdp } from '../../../../lib/adapters/machines/nrdp.ts';
import { readOtlp } from '../../../../lib/adapters/machines/otlp.ts';
import { readOtlpJson } from '../../../../lib/adapters/machines/otlp-json.ts';
import { readRemoteWrite } from '../../../../lib/adapters/machines/remote-write.ts';
import { readSnmp } from '../../../../lib/adapters/machines/snmp.ts';
import { WireError } from '../../../../lib/adapters/machines/wire.ts';
import { leastCpuMsOf } from '../../../support/cpu.ts';
import { inner, message, snappyStored } from '../../../support/machines/wire-bodies.ts';
import { fixture } from './fixtures.ts';
import { itThorough, rounds } from '../../../support/thorough.ts';

/** Each decoder with a body that it reads. */
const WIRES = {
  'remote write': [(body: Buffer) => readRemoteWrite(snappyStored(body)), Buffer.from('0a040a020a00', 'hex')],
  'line protocol': [readLineProtocol, fixture('telegraf.txt').subarray(0, 900)],
  'OTLP protobuf': [readOtlp, Buffer.from('0a0c120a12080a016128011800', 'hex')],
  'OTLP JSON': [readOtlpJson, fixture('otel-collector.json').subarray(0, 900)],
  collectd: [readCollectd, fixture('collectd.json').subarray(0, 900)],
  NRDP: [(body: Buffer) => readNrdp(body.toString()), fixture('ncpa.xml').subarray(0, 900)],
  SNMP: [readSnmp, fixture('snmp.txt').subarray(0, 900)],
} as const;

function ends(read: (body: Buffer) => unknown, body: Buffer): void {
  try {
    read(body);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
}

const OID = '.1.3.6.1.4.1.2021.10.1.3.1';
const PIECES = [
  ' ',
  '"',
  '\\',
  "'",
  ',',
  '=',
  '\n',
  '|',
  '<',
  '>',
  '&',
  '[',
  '{',
  '1',
  '1.',
  '.1',
  'a',
  '\t',
  '\0',
  'é',
  '\n#',
];
const PREFIXES = [
  '',
  'a b=',
  'a b="',
  'a,c=',
  'a b=1 ',
  `${OID} `,
  `${OID} "`,
  '<checkresults>',
  '<checkresults a="',
];
const RESULT = '<checkresults><checkresult><servicename>a</servicename><output>|';
const PAIRS = [
  'a ',
  'a=',
  "'a",
  "' ",
  'a=1',
  'a,',
  '\\"',
  '\\,',
  '<a>',
  '<a/>',
  '<a b="c" ',
  '<!---->',
  '&a;',
  'a b=1\n',
  '"\n',
  '.1',
  '1 ',
];

/** So much of nothing takes long to read, or much memory. */
const LONG_MS = 400;
const NOTHING = 100_001;
const tooMuch: readonly (readonly [string, () => unknown])[] = [
  [
    'samples of one series',
    () => readRemoteWrite(snappyStored(message(inner(1, Buffer.alloc(2 * NOTHING, '\x12\0'))))),
  ],
  ['resources', () => readOtlp(Buffer.alloc(2 * NOTHING, '\x0a\0'))],
  ['scopes', () => readOtlp(message(inner(1, Buffer.alloc(2 * NOTHING, '\x12\0'))))],
  ['metrics', () => readOtlp(message(inner(1, message(inner(2, Buffer.alloc(2 * NOTHING, '\x12\0'))))))],
  ['lines', () => readLineProtocol(Buffer.alloc(4 * NOTHING, '\\ a\n'))],
  ['resources in JSON', () => readOtlpJson(Buffer.from(`{"resourceMetrics":[${'{},'.repeat(200_000)}{}]}`))],
  ['members of an object', () => readCollectd(Buffer.from(`[{${'"a":0,'.repeat(300_000)}"a":0}]`))],
];

it.each(tooMuch)('%s without a number are refused when there are too many', (_what, read) => {
  expect(read).toThrow(expect.objectContaining({ fault: 'too_large' }));
});

describe.each(Object.entries(WIRES))('%s', (_wire, [read, good]) => {
  it('ends on any bytes, and on a good body changed anywhere', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.nat(255), (bytes, at, byte) => {
        ends(read, Buffer.from(bytes));
        const changed = Buffer.from(good);
        changed[at % changed.length] = byte;
        ends(read, changed);
        ends(read, Buffer.concat([good.subarray(0, at % good.length), bytes]));
      }),
      { numRuns: rounds(100, 300) },
    );
  });

  itThorough('takes time that grows as its body does, whatever is repeated in it', () => {
    let [slowest, what] = [0, ''];
    for (const prefix of [...PREFIXES, RESULT])
      for (const piece of [...PIECES, ...PAIRS]) {
        const body = Buffer.from(prefix + piece.repeat(100_000 / piece.length));
        const ms = leastCpuMsOf(() => ends(read, body), LONG_MS);
        if (ms > slowest) [slowest, what] = [ms, `${prefix}${piece}…`];
      }

    // 100 kB take a few milliseconds; what backtracks takes seconds, or years.
    expect(slowest, what).toBeLessThan(LONG_MS);
  });
});
