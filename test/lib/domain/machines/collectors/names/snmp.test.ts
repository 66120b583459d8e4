import { expect, it } from 'vitest';
import { readSnmp } from '../../../../../../lib/adapters/machines/snmp.ts';
import { snmpNames } from '../../../../../../lib/domain/machines/collectors/names/snmp.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const UCD = '.1.3.6.1.4.1.2021';
const IF = '.1.3.6.1.2.1.31.1.1.1';
const mapped = (...lines: string[]) => snmpNames(readSnmp(Buffer.from(lines.join('\n'))), 9);

it('names the numbers of a real agent', () => {
  expect(mapped(fixture('snmp.txt').toString())).toEqual({
    values: {
      'host.load1': 6.47,
      'host.load5': 7.54,
      'host.load15': 8.4,
      'host.uptime': 3_949.64,
      'host.users': 0,
      'host.processes': 106,
      'host.memoryPct': expect.closeTo(100 * (1 - 23_156_476 / 24_684_096), 6),
      'host.memoryTotal': 24_684_096 / 1024,
      'disk.usedPct': 10,
      'disk.total': 264_212_084 / 1024,
    },
    counters: {
      'disk.read|vda': [3_758_068_736, 9],
      'disk.written|vda': [6_234_886_144, 9],
      'network.in|eth0': [641_364_324, 9],
      'network.out|eth0': [1_057_028, 9],
      'host.cpuAll|5': [441_263 + 96_608 + 247_028 + 852, 9],
      'host.cpuIdle|2': [247_028 + 852, 9],
    },
  });
});

it.each([
  [
    'memory of an agent that does not tell what is available',
    [`${UCD}.4.5.0 400`, `${UCD}.4.6.0 50`, `${UCD}.4.14.0 20`, `${UCD}.4.15.0 30`],
    { 'host.memoryPct': 75, 'host.memoryTotal': 400 / 1024 },
  ],
  ['swap', [`${UCD}.4.3.0 100`, `${UCD}.4.4.0 75`], { 'host.swapPct': 25 }],
  [
    'a disk as df says it',
    [`${UCD}.9.1.7.1 25`, `${UCD}.9.1.8.1 75`, `${UCD}.9.1.9.1 10`],
    { 'disk.usedPct': 75 },
  ],
  ['an object whose value is a text', [`${UCD}.10.1.3.1 "none"`, `${UCD}.10.1.3.2 1`], { 'host.load5': 1 }],
])('%s', (_what, lines, values) => {
  expect(mapped(...lines).values).toEqual(values);
});

it('takes the disk of the system among several, or the first where no path is told', () => {
  const disks = [`${UCD}.9.1.9.1 10`, `${UCD}.9.1.6.1 1024`, `${UCD}.9.1.9.3 30`, `${UCD}.9.1.6.3 3072`];
  const paths = [`${UCD}.9.1.2.1 "/boot"`, `${UCD}.9.1.2.3 "/"`];

  expect(mapped(...disks, ...paths).values).toEqual({ 'disk.usedPct': 30, 'disk.total': 3 });
  expect(mapped(...disks).values).toEqual({ 'disk.usedPct': 10, 'disk.total': 1 });
});

it('knows rows of tables by their names, numbers too, and leaves out those without', () => {
  expect(
    mapped(
      `${IF}.1.1 "1"`,
      `${IF}.6.1 5`,
      `${IF}.1.2 "lo"`,
      `${IF}.6.2 6`,
      `${IF}.6.3 7`,
      `${IF}.1.4 eth1`,
      `${IF}.10.4 8`,
    ).counters,
  ).toEqual({ 'network.in|1': [5, 9], 'network.out|eth1': [8, 9] });
});
