import { expect, it } from 'vitest';
import { readOtlp } from '../../../../lib/adapters/machines/otlp.ts';
import { readOtlpJson } from '../../../../lib/adapters/machines/otlp-json.ts';
import { float, inner, integer, message, words } from '../../../support/machines/wire-bodies.ts';
import { fixture } from './fixtures.ts';

it('reads the JSON of a collector', () => {
  const samples = readOtlpJson(fixture('otel-collector.json'));

  expect(samples).toContainEqual({
    name: 'system.memory.usage',
    labels: { state: 'used' },
    value: 4_000_000_000,
    atSec: 1_795_406_223,
  });
});

const point = (...fields: Parameters<typeof message>) => inner(1, message(...fields));
const metric = (name: string, kind: number, ...data: Parameters<typeof message>) =>
  inner(2, message(words(1, name), inner(kind, message(...data))));
const request = (...metrics: Parameters<typeof message>) =>
  message(inner(1, message(inner(2, message(...metrics)))));

it('leaves out deltas, points without a value, histograms and summaries', () => {
  const body = request(
    metric('delta', 7, point(float(4, 1)), integer(2, 1)),
    metric('cumulative', 7, integer(2, 2), point(float(4, 1))),
    metric('none', 5, point(float(4, 1), integer(8, 1))),
    metric('empty', 5, point()),
    metric('histogram', 9, point(float(5, 1))),
    metric('summary', 11, point(float(5, 1))),
  );

  expect(readOtlp(body).map(({ name }) => name)).toEqual(['cumulative']);
});

it('leaves out the same of JSON', () => {
  const dataPoints = [{ asDouble: 1 }];
  const metrics = [
    { name: 'delta', sum: { dataPoints, aggregationTemporality: 1 } },
    { name: 'delta', sum: { dataPoints, aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA' } },
    { name: 'cumulative', sum: { dataPoints, aggregationTemporality: 2 } },
    { name: 'none', gauge: { dataPoints: [{ asDouble: 1, flags: 1 }] } },
    { name: 'odd', gauge: { dataPoints: [{ asInt: '' }, { asInt: '0x10' }, { asDouble: 'NaN' }, {}] } },
    { name: 'histogram', histogram: { dataPoints } },
    { name: 'nothing', gauge: null },
  ];
  const body = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };

  expect(readOtlpJson(Buffer.from(JSON.stringify(body))).map(({ name }) => name)).toEqual(['cumulative']);
});

it('takes texts of attributes and nothing of lists, bytes and maps', () => {
  const any = (...fields: Parameters<typeof message>) => inner(2, message(...fields));
  const attribute = (key: string, value: Parameters<typeof message>[0]) =>
    inner(7, message(words(1, key), value));
  const body = request(
    metric(
      'a',
      5,
      point(
        float(4, 1),
        attribute('text', any(words(1, 'x'))),
        attribute('list', any(inner(5, message()))),
        attribute('bytes', any(inner(7, message()))),
        attribute('__proto__', any(integer(3, -7))),
      ),
    ),
  );

  expect(Object.entries(readOtlp(body)[0]?.labels ?? {})).toEqual([
    ['text', 'x'],
    ['list', ''],
    ['bytes', ''],
    ['__proto__', '-7'],
  ]);
});

it.each([5_001])('refuses %i points in either form', (count) => {
  const points = Array.from({ length: count }, () => point(float(4, 1)));
  const dataPoints = Array.from({ length: count }, () => ({ asInt: '1' }));
  const json = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'a', gauge: { dataPoints } }] }] }] };
  const tooLarge = expect.objectContaining({ fault: 'too_large' });

  expect(() => readOtlp(request(metric('a', 5, ...points)))).toThrow(tooLarge);
  expect(() => readOtlpJson(Buffer.from(JSON.stringify(json)))).toThrow(tooLarge);
});

it.each([
  ['no JSON', '{'],
  ['not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ['a list', '[]'],
  ['null', 'null'],
  ['resources that are an object', '{"resourceMetrics":{}}'],
  ['a resource that is null', '{"resourceMetrics":[null]}'],
  ['metrics that are texts', '{"resourceMetrics":[{"scopeMetrics":[{"metrics":["a"]}]}]}'],
  ['arrays within arrays', `{"resourceMetrics":${'['.repeat(200_000)}`],
])('%s is malformed', (_what, body) => {
  expect(() => readOtlpJson(Buffer.from(body))).toThrow(expect.objectContaining({ fault: 'malformed' }));
});
