import { InfluxDB, Point } from '@influxdata/influxdb-client';
import { expect, it } from 'vitest';
import { readLineProtocol } from '../../lib/adapters/machines/line-protocol.ts';
import { sentBy } from '../support/machines/wire-bodies.ts';

it('reads what a client sends, every escape of it too', async () => {
  const odd = 'a b,c=d"e\\f\ng\th';
  const [sent] = await sentBy(async (url) => {
    const api = new InfluxDB({ url, token: 'hpc_x' }).getWriteApi('rollcall', 'device', 'ms');
    api.writePoints([
      new Point('mem').tag('host', odd).floatField('used_percent', 25.5).timestamp(1_795_406_223_000),
      new Point(odd).tag(odd, 'x').intField(odd, -7).uintField('u', 8).booleanField('b', true),
      new Point('text').stringField('s', odd).floatField('f', 1e-7),
    ]);
    await api.close();
  }, 204);

  expect(sent?.path).toBe('/api/v2/write?org=rollcall&bucket=device&precision=ms');
  expect(readLineProtocol(sent?.body ?? Buffer.alloc(0))).toEqual([
    {
      name: 'mem.used_percent',
      labels: { host: 'a b,c=d"e\\f\\ng\\th' },
      value: 25.5,
      atSec: 1_795_406_223,
    },
    ...[
      { name: 'a b,c=d"e\\f\\ng\\th', value: -7 },
      { name: 'b', value: 1 },
      { name: 'u', value: 8 },
    ].map(({ name, value }) => ({
      name: `a b,c=d"e\\f\\ng\\th.${name}`,
      labels: { 'a b,c=d"e\\f\\ng\\th': 'x' },
      value,
      atSec: expect.any(Number),
    })),
    { name: 'text.f', labels: {}, value: 1e-7, atSec: expect.any(Number) },
  ]);
});
