import { expect, it } from 'vitest';
import { readLineProtocol } from '../../../../../../lib/adapters/machines/line-protocol.ts';
import { influxNames } from '../../../../../../lib/domain/machines/collectors/names/influx.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const AT_SEC = 1_795_406_223;
const mapped = (text: string | Buffer) => influxNames(readLineProtocol(Buffer.from(text)), 9);

it('names the numbers of Telegraf', () => {
  expect(mapped(fixture('telegraf.txt'))).toEqual({
    values: {
      'host.load1': 0.42,
      'host.load5': 0.5,
      'host.load15': 0.61,
      'host.users': 3,
      'host.uptime': 3_949,
      // What waits for a disk is not in use.
      'host.cpuPct': 12,
      'host.memoryPct': 25,
      'host.memoryTotal': 8_000,
      'host.swapPct': 25,
      'host.processes': 104,
      'disk.usedPct': 75,
      'disk.total': 100_000,
      'mysql.up': 1,
      'mysql.threads': 6,
      'mysql.uptime': 86_400,
      'asterisk.channels': 4,
      'asterisk.calls': 2,
      'asterisk.endpoints': 17,
      'asterisk.uptime': 5_000,
    },
    counters: {
      'disk.read|vda': [3_758_068_736, AT_SEC],
      'disk.written|vda': [6_234_886_144, AT_SEC],
      'network.in|eth0': [641_364_324, AT_SEC],
      'network.out|eth0': [1_057_028, AT_SEC],
      'mysql.queries|': [120_000, AT_SEC],
      'asterisk.callsDone|': [1_234, AT_SEC],
    },
  });
});

it.each([
  ['the system disk of Windows', String.raw`disk,path=\C: used_percent=40`, { 'disk.usedPct': 40 }],
  ['a machine without swap', 'swap total=0i,used_percent=0', {}],
  ['one processor of several', 'cpu,cpu=cpu0 usage_idle=50', {}],
  ['Asterisk by metric version 1', 'asterisk_calls_count,url=x gauge=2', { 'asterisk.calls': 2 }],
  ['names of a prototype', 'constructor __proto__=1', {}],
  ['MySQL that is idle since its start', 'mysql uptime=0i', { 'mysql.up': 1, 'mysql.uptime': 0 }],
])('%s', (_what, text, values) => {
  expect(mapped(text)).toEqual({ values, counters: {} });
});
