import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CollectorId } from '../../../lib/domain/machines/collectors/collector.ts';
import { COLLECTOR_IDS, newCollector, type Collector, type Sent } from '../../support/machines/collectors.ts';
import { contentsOf, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { float, inner, integer, message, remoteWriteOf, snappyStored, varintOf, words } from '../../support/machines/wire-bodies.ts'; // prettier-ignore

const collectors = new Map<CollectorId, Collector>();

const service = shared(startTestService);
beforeAll(async () => {
  for (const id of COLLECTOR_IDS) collectors.set(id, await newCollector(service, id));
});
beforeEach(() => void service.clock.advance(120));

const series = (count: number, value = 1) =>
  Array.from({ length: count }, (_none, at) => ({
    labels: { __name__: 'node_load1', at: String(at) },
    samples: [{ value, timestamp: 1 }],
  }));

const gzip = { 'content-encoding': 'gzip' };
const FORM = { type: 'application/x-www-form-urlencoded' };
const form = (xml: string, more: Record<string, string> = {}) => ({
  ...FORM,
  body: new URLSearchParams({ cmd: 'submitcheck', XMLDATA: xml, ...more }).toString(),
});
const OTLP_PROTOBUF = { type: 'application/x-protobuf' };
const bombed = (bytes: number) => ({ body: gzipSync(Buffer.alloc(bytes)), headers: gzip });
/** A snappy block that says it is so long, and ends. */
const promised = (bytes: number) => Buffer.concat([varintOf(bytes), Buffer.from([0x00, 0x61])]);
const loadOf = async () => (await remoteWriteOf(series(1))) as Buffer;

type Case = [what: string, of: CollectorId, sent: Sent | (() => Promise<Sent>), status: number];

const CASES: Case[] = [
  ['a snappy bomb of 4 GB', 'alloy', { body: promised(0xffffffff) }, 413],
  ['a snappy bomb of 4,000,001 bytes', 'alloy', { body: promised(4_000_001) }, 413],
  ['a snappy block that ends early', 'alloy', { body: promised(1_000) }, 400],
  ['no snappy', 'alloy', { body: 'node_load1 1' }, 400],
  ['an empty body', 'alloy', { body: '' }, 400],
  ['a truncated message', 'alloy', async () => ({ body: snappyStored(Buffer.from('0a230a160a08', 'hex')) }), 400],
  ['a field of the wrong type', 'alloy', { body: snappyStored(message(integer(1, 7))) }, 400],
  ['5,001 series', 'alloy', async () => ({ body: await remoteWriteOf(series(5_001)) }), 413],
  [
    'remote write 2.0',
    'alloy',
    async () => ({ body: await loadOf(), type: 'application/x-protobuf;proto=io.prometheus.write.v2.Request' }),
    415,
  ],
  ['JSON for protobuf', 'alloy', { type: 'application/json', body: '{}' }, 415],
  ['gzip for snappy', 'alloy', async () => ({ body: gzipSync(await loadOf()), headers: gzip }), 415],

  ['no line protocol', 'telegraf', { body: 'GET / HTTP/1.1\n\n' }, 400],
  ['a gzip bomb', 'telegraf', bombed(5_000_000), 413],
  ['truncated gzip', 'telegraf', { body: gzipSync('system load1=1').subarray(0, 20), headers: gzip }, 400],
  ['5,001 fields', 'telegraf', { body: 'a b=1\n'.repeat(5_001) }, 413],

  ['a gzip bomb', 'opentelemetry', bombed(40_000_000), 413],
  ['a truncated message', 'opentelemetry', { ...OTLP_PROTOBUF, body: Buffer.from('0a0c120a1208', 'hex') }, 400],
  [
    'a field of the wrong type',
    'opentelemetry',
    { ...OTLP_PROTOBUF, body: Buffer.from(message(inner(1, message(float(2, 1))))) },
    400,
  ],
  ['JSON of another shape', 'opentelemetry', { body: '{"resourceMetrics":{}}' }, 400],
  ['no JSON', 'opentelemetry', { body: '{"resourceMetrics":[' }, 400],
  ['text', 'opentelemetry', { type: 'text/plain', body: '{}' }, 415],
  ['a form', 'opentelemetry', { type: 'application/x-www-form-urlencoded', body: '{}' }, 415],

  ['an object for the array', 'collectd', { body: '{}' }, 400],
  ['text in the array', 'collectd', { body: '["a"]' }, 400],
  ['bytes that are no UTF-8', 'collectd', { body: gzipSync(Buffer.from([0x5b, 0xff, 0x5d])), headers: gzip }, 400],
  ['the text format', 'collectd', { type: 'text/plain', body: 'PUTVAL a/b/c interval=10 1:2\n' }, 415],
  [
    '5,001 values',
    'collectd',
    { body: JSON.stringify([{ plugin: 'a', type: 'b', values: Array.from({ length: 5_001 }, () => 1) }]) },
    413,
  ],
  ['arrays within arrays', 'collectd', { body: '['.repeat(200_000) }, 400],
  ['more arrays than a push may have', 'collectd', { body: '['.repeat(500_000) }, 413],

  ['no XML', 'ncpa', form('hello'), 400],
  ['XML that is cut off', 'ncpa', form('<checkresults><checkresult>'), 400],
  [
    'entities',
    'ncpa',
    form('<!DOCTYPE a [<!ENTITY b "c">]><checkresults><checkresult>&b;</checkresult></checkresults>'),
    400,
  ],
  ['another command', 'ncpa', form('<checkresults/>', { cmd: 'submitcmd' }), 400],
  ['no XMLDATA', 'ncpa', { ...FORM, body: 'cmd=submitcheck' }, 400],
  ['a broken escape', 'ncpa', { ...FORM, body: 'cmd=submitcheck&XMLDATA=%F0%28' }, 400],
  ['JSON', 'ncpa', { type: 'application/json', body: '{}' }, 415],
  ['a form in parts', 'ncpa', { type: 'multipart/form-data; boundary=x', body: '--x--' }, 415],

  ['no object', 'snmp', { body: 'Timeout: No Response from 127.0.0.1\n' }, 400],
  ['an empty body', 'snmp', { body: '' }, 400],
]; // prettier-ignore

describe.each(CASES)('%s by %s', (_what, of, made, status) => {
  it(`is ${status} and writes nothing`, async () => {
    const { push } = collectors.get(of) as Collector;
    const before = await contentsOf(service);

    const reply = await push(typeof made === 'function' ? await made() : made);

    expect(reply.status, reply.text).toBe(status);
    expect(await contentsOf(service)).toEqual(before);
    expect(service.logged).toEqual([]);
  });
});

describe.each(COLLECTOR_IDS)('a body of %s with more than a megabyte', (id) => {
  it('is 413, whoever sends it', async () => {
    const { push } = collectors.get(id) as Collector;
    const body = Buffer.alloc(1_000_001, 'a');

    for (const headers of [{}, { authorization: '' }])
      expect((await push({ body, headers })).status).toBe(413);
  });
});

describe('what is odd and no fault', () => {
  it('NaN and the mark of a series that ended are left out', async () => {
    const { push, numbers } = await newCollector(service, 'alloy');
    const stale = Buffer.from('0200000000f07f', 'hex');
    const sample = Buffer.concat([Buffer.from([0x09, 0x02]), stale]);
    const ended = message(
      inner(1, message(inner(1, message(words(1, '__name__'), words(2, 'node_load1'))), inner(2, sample))),
    );

    const nan = await remoteWriteOf(series(1, Number.NaN));
    expect((await push({ body: nan })).status).toBe(204);
    expect((await push({ body: snappyStored(ended) })).status).toBe(204);
    expect(await numbers()).toEqual({});
  });

  it('5,000 series are taken', async () => {
    const { push } = await newCollector(service, 'alloy');

    expect((await push({ body: await remoteWriteOf(series(5_000)) })).status).toBe(204);
  });

  it('lines that are none are left out beside lines that are', async () => {
    const { push, numbers } = await newCollector(service, 'telegraf');

    expect((await push({ body: ' \nno line\nsystem load1=4.5 \n# a note' })).status).toBe(204);
    expect(await numbers()).toEqual({ 'host.load1': 4.5 });
  });

  it('an empty message of OTLP is taken, and answered by an empty one', async () => {
    const { push } = await newCollector(service, 'opentelemetry');

    const asked = await push({ ...OTLP_PROTOBUF, body: Buffer.alloc(0) });
    expect([asked.status, asked.text, asked.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/x-protobuf',
    ]);
    const json = await push({ body: '{}' });
    expect([json.status, json.text, json.headers.get('content-type')]).toEqual([
      200,
      '{}',
      'application/json',
    ]);
  });

  it('a body that a gateway unpacked already is taken', async () => {
    const { push } = await newCollector(service, 'telegraf');

    expect((await push({ headers: gzip })).status).toBe(204);
  });
});

describe('a refusal', () => {
  it('is JSON of ours where the protocol has no form for one', async () => {
    const { push } = collectors.get('telegraf') as Collector;

    expectRefusal(await push({ body: 'x' }), { status: 400, error: 'envio_invalido', names: ['line'] });
  });

  it('of OTLP is a Status in the form of the request', async () => {
    const { push } = collectors.get('opentelemetry') as Collector;

    const json = await push({ body: '[]' });
    expect([json.status, json.json]).toEqual([400, { message: expect.stringContaining('JSON') }]);
    const { text, headers } = await push({ ...OTLP_PROTOBUF, body: Buffer.from([0xff]) });
    expect(headers.get('content-type')).toBe('application/x-protobuf');
    expect(text.slice(0, 2)).toBe(`\x12${String.fromCharCode(text.length - 2)}`);
    expect(text.slice(2)).toMatch(/protobuf/);
  });

  it('of NRDP is a result whose status is not 0, without what was sent', async () => {
    const { push } = collectors.get('ncpa') as Collector;

    const { status, text } = await push(form('<!DOCTYPE evil>'));
    expect([status, text]).toEqual([400, expect.stringContaining('<status>-1</status><message>XMLDATA')]);
    expect(text).not.toContain('evil');
  });
});
