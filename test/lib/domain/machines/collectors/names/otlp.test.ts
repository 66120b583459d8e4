import { expect, it } from 'vitest';
import { readOtlpJson } from '../../../../../../lib/adapters/machines/otlp-json.ts';
import { otlpNames } from '../../../../../../lib/domain/machines/collectors/names/otlp.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const AT_SEC = 1_795_406_223;
const sample = (name: string, value: number, labels: Record<string, string> = {}) => ({
  name,
  value,
  labels,
});

it('names the numbers of the OpenTelemetry Collector', () => {
  expect(otlpNames(readOtlpJson(fixture('otel-collector.json')), 9)).toEqual({
    values: {
      'host.load1': 0.42,
      'host.load5': 0.5,
      'host.load15': 0.61,
      'host.uptime': 3_949.5,
      'host.memoryPct': 50,
      'host.memoryTotal': 8_000_000_000 / 2 ** 20,
      'host.swapPct': 25,
      'host.processes': 104,
      'disk.usedPct': 75,
      'disk.total': 100_000_000_000 / 2 ** 20,
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
      'host.cpuAll|16': [expect.closeTo(2 * 3_941.2 - 0.56, -1), AT_SEC],
      'host.cpuIdle|4': [expect.closeTo(2 * 1_261.1, 4), AT_SEC],
    },
  });
});

it('adds up the swap of two devices, and gives none of a machine without', () => {
  const swap = (device: string, state: string, value: number) =>
    sample('system.paging.usage', value, { device, state });
  const two = [swap('a', 'used', 30), swap('a', 'free', 70), swap('b', 'used', 20), swap('b', 'free', 80)];

  expect(otlpNames(two, 9).values).toEqual({ 'host.swapPct': 25 });
  expect(otlpNames([swap('', 'used', 0), swap('', 'free', 0)], 9).values).toEqual({});
});

it('takes the disk of Windows, and nothing of names of a prototype', () => {
  const disk = (state: string, value: number) =>
    sample('system.filesystem.usage', value, { device: 'C:', mountpoint: 'C:', state });

  expect(
    otlpNames([disk('used', 40), disk('free', 60), sample('constructor', 1), sample('__proto__', 1)], 9)
      .values,
  ).toEqual({ 'disk.usedPct': 40, 'disk.total': 100 / 2 ** 20 });
});
