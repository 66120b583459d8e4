import { expect, it } from 'vitest';
import { readNrdp } from '../../../../../../lib/adapters/machines/nrdp.ts';
import { nrdpNames } from '../../../../../../lib/domain/machines/collectors/names/nrdp.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const sample = (name: string, value: number, unit = '') => ({ name, value, labels: { unit } });
const valuesOf = (...samples: ReturnType<typeof sample>[]) => nrdpNames(samples, 9).values;

it('names the numbers of NCPA', () => {
  expect(nrdpNames(readNrdp(fixture('ncpa.xml').toString()), 9)).toEqual({
    values: {
      'host.cpuPct': 12.5,
      'host.memoryPct': 25,
      'host.memoryTotal': 8_000,
      'host.swapPct': 25,
      'host.uptime': 3_949,
      'host.users': 3,
      'disk.usedPct': 75,
      'disk.total': 102_400,
      'disk.read': 2,
      'disk.written': 3,
      'network.in': 1,
      'network.out': 2,
    },
    counters: {},
  });
});

it.each([
  ['B', 1_048_576],
  ['', 1_048_576],
  ['kB', 1_048.576],
  ['KiB', 1_024],
  ['Mi', 1],
  ['MiB', 1],
  ['GiB', 1 / 1024],
  ['GB', 0.001_048_576],
])('reads sizes in %j', (unit, value) => {
  expect(valuesOf(sample('memory/total', value, unit))['host.memoryTotal']).toBeCloseTo(1, 9);
});

it('adds up the rates of several disks and interfaces', () => {
  expect(
    valuesOf(
      sample('read.sda/read_bytes', 1, 'MB/s'),
      sample('read.sdb/read_bytes', 2, 'MB/s'),
      sample('in.eth0.5/bytes_recv', 250, 'kB/s'),
      sample('in.eth1/bytes_recv', 250, 'kB/s'),
    ),
  ).toEqual({ 'disk.read': 3, 'network.in': 4 });
});

it.each([
  ['a machine without swap', [sample('swap/total', 0, 'MiB'), sample('swap/percent', 0, '%')], {}],
  [
    'a load by check_load',
    [sample('load/load1', 4.5), sample('load/load15', 1), sample('load/x', 2)],
    { 'host.load1': 4.5, 'host.load15': 1 },
  ],
  ['a disk by its share alone', [sample('disk/used_percent', 40, '%')], { 'disk.usedPct': 40 }],
  [
    'checks of other names',
    [sample('constructor/percent', 1), sample('cpu', 1), sample('disks/used', 1)],
    {},
  ],
])('%s', (_what, samples, values) => {
  expect(valuesOf(...samples)).toEqual(values);
});
