import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRemoteWrite } from '../../../../../lib/adapters/machines/remote-write.ts';
import { readSnmp } from '../../../../../lib/adapters/machines/snmp.ts';
import { nextSnapshot } from '../../../../../lib/domain/machines/collectors/next-snapshot.ts';
import { prometheusNames } from '../../../../../lib/domain/machines/collectors/names/prometheus.ts';
import { snmpNames } from '../../../../../lib/domain/machines/collectors/names/snmp.ts';
import type { Mapped, Snapshot } from '../../../../../lib/domain/machines/collectors/snapshot.ts';
import { remoteWriteOf, seriesOf } from '../../../../support/machines/wire-bodies.ts';
import { fixture } from '../../../adapters/machines/fixtures.ts';

const AT = 1_795_406_223_934;
const AT_SEC = 1_795_406_223;
const MINUTE = 60;

const mapped = (counters: Mapped['counters'], values: Mapped['values'] = {}): Mapped => ({
  values,
  counters,
});
/** The snapshot after pushes so many seconds after `AT`, one after another. */
function after(...pushes: [sec: number, mapped: Mapped, hash?: string][]): Snapshot {
  let snapshot: Snapshot | undefined;
  for (const [sec, push, credentialHash = 'hash'] of pushes)
    snapshot = nextSnapshot(push, snapshot, { at: AT + sec * 1000, credentialHash });
  if (!snapshot) throw new Error('There was no push.');
  return snapshot;
}
const valuesOf = ({ values }: Snapshot) =>
  Object.fromEntries(Object.entries(values).map(([key, [value]]) => [key, value]));

describe('a first push', () => {
  it('has its numbers and no rates', () => {
    expect(after([0, mapped({ 'network.in|eth0': [5, AT_SEC] }, { 'host.load1': 0.42 })])).toEqual({
      credentialHash: 'hash',
      firstAt: AT,
      at: AT,
      values: { 'host.load1': [0.42, AT_SEC] },
      counters: { 'network.in|eth0': [5, AT_SEC] },
    });
  });

  it('is the first one again after a rotation, of which nothing is left', () => {
    const counters = (value: number, sec: number) => mapped({ 'network.in|eth0': [value, AT_SEC + sec] });
    const rotated = after(
      [0, mapped({}, { 'host.load1': 1 })],
      [0, counters(0, 0)],
      [60, counters(7_500_000, 60), 'other'],
    );

    expect(rotated).toMatchObject({ credentialHash: 'other', firstAt: AT + 60_000, values: {} });
  });
});

describe('a rate', () => {
  const eth0 = (bytes: number, sec: number) => mapped({ 'network.in|eth0': [bytes, AT_SEC + sec] });

  it('is what was counted over the time between, by the clock of the counters', () => {
    // 7.5 MB in 60 s are 1 Mbit/s, whenever the push came in.
    expect(valuesOf(after([0, eth0(1_000_000, 0)], [75, eth0(8_500_000, 60)]))).toEqual({ 'network.in': 1 });
  });

  it('is true of each of the pushes that a collector kept while it was cut off', () => {
    const late = [1, 2, 3].map(
      (minute) => [600 + minute / 10, eth0(minute * 7_500_000, minute * 60)] as [number, Mapped],
    );

    for (const count of [1, 2, 3])
      expect(valuesOf(after([0, eth0(0, 0)], ...late.slice(0, count)))).toEqual({ 'network.in': 1 });
  });

  it('is the sum of all disks or interfaces', () => {
    const two = (first: number, second: number, sec: number) =>
      mapped({ 'disk.read|sda': [first, AT_SEC + sec], 'disk.read|sdb': [second, AT_SEC + sec] });

    expect(valuesOf(after([0, two(0, 5, 0)], [60, two(60e6, 120e6 + 5, 60)]))).toEqual({ 'disk.read': 3 });
  });

  it('does not jump when an interface appears, vanishes or comes back', () => {
    const minutes = (minute: number) => AT_SEC + minute * MINUTE;
    const both = (minute: number, usb: number) =>
      mapped({
        'network.in|eth0': [minute * 7_500_000, minutes(minute)],
        'network.in|usb0': [usb, minutes(minute)],
      });
    const one = (minute: number) => mapped({ 'network.in|eth0': [minute * 7_500_000, minutes(minute)] });
    const pushes: [number, Mapped][] = [
      [0, one(0)],
      [60, one(1)],
      [120, both(2, 9e12)],
      [180, both(3, 9e12)],
      [240, one(4)],
      [300, both(5, 9e12)],
      [360, both(6, 0)],
    ];

    for (let count = 2; count <= pushes.length; count += 1)
      expect(valuesOf(after(...pushes.slice(0, count)))).toEqual({ 'network.in': 1 });
  });

  it('is kept as it was when the counter went back, and is told anew from there', () => {
    const restarted = [eth0(0, 0), eth0(7_500_000, 60), eth0(100, 120), eth0(15_000_100, 180)];
    const upTo = (count: number) =>
      after(...restarted.slice(0, count).map((push, at) => [at * 60, push] as [number, Mapped]));

    expect(upTo(2).values['network.in']).toEqual([1, AT_SEC + 60]);
    expect(upTo(3).values['network.in']).toEqual([1, AT_SEC + 60]);
    expect(upTo(4).values['network.in']).toEqual([2, AT_SEC + 180]);
  });

  it('needs a second between, for which the earlier counter is kept', () => {
    const same = after([0, eth0(0, 0)], [0.1, eth0(0, 0)]);
    const pushes = [0, 0.5, 1, 1.5, 2].map((sec) => [sec, eth0(sec * 125_000, sec)] as [number, Mapped]);

    expect(same.values).toEqual({});
    expect(after(...pushes.slice(0, 2)).values).toEqual({});
    expect(valuesOf(after(...pushes.slice(0, 3)))).toEqual({ 'network.in': 1 });
    expect(after(...pushes).values['network.in']).toEqual([1, AT_SEC + 2]);
  });

  it('is told over an hour and not over more', () => {
    expect(valuesOf(after([0, eth0(0, 0)], [3_600, eth0(450e6, 3_600)]))).toEqual({ 'network.in': 1 });
    expect(after([0, eth0(0, 0)], [3_601, eth0(450e6, 3_601)]).values).toEqual({});
  });

  it('is none of a machine whose clock went back, and is told anew from there', () => {
    const pushes: [number, Mapped][] = [
      [0, eth0(0, 0)],
      [60, eth0(7_500_000, -86_400)],
      [120, eth0(15_000_000, -86_340)],
    ];

    expect(after(...pushes.slice(0, 2)).values).toEqual({});
    expect(valuesOf(after(...pushes))).toEqual({ 'network.in': 1 });
  });

  it('is there for a disk that stands still', () => {
    expect(valuesOf(after([0, eth0(5, 0)], [60, eth0(5, 60)]))).toEqual({ 'network.in': 0 });
  });
});

describe('the CPU', () => {
  const cpu = (sec: number, idle: number, all: number, modes = 8) =>
    mapped({
      'host.cpuIdle|2': [idle, AT_SEC + sec],
      [`host.cpuAll|${modes}`]: [all, AT_SEC + sec],
    });

  it('is what was not idle of all the time', () => {
    expect(valuesOf(after([0, cpu(0, 100, 200)], [60, cpu(60, 190, 320)]))).toEqual({ 'host.cpuPct': 25 });
  });

  it('is between 0 and 100 whatever the counters say', () => {
    expect(valuesOf(after([0, cpu(0, 0, 0)], [60, cpu(60, 130, 120)]))).toEqual({ 'host.cpuPct': 0 });
    expect(valuesOf(after([0, cpu(0, 0, 0)], [60, cpu(60, 0, 120)]))).toEqual({ 'host.cpuPct': 100 });
    expect(after([0, cpu(0, 5, 5)], [60, cpu(60, 5, 5)]).values).toEqual({});
  });

  it('is not told from another number of modes', () => {
    expect(after([0, cpu(0, 100, 200)], [60, cpu(60, 190, 900, 16)]).values).toEqual({});
  });
});

describe('a push of a part of the numbers', () => {
  it('keeps the others for ten minutes', () => {
    const host = mapped({}, { 'host.load1': 1 });
    const disk = mapped({}, { 'disk.usedPct': 50 });

    expect(valuesOf(after([0, host], [600, disk]))).toEqual({ 'host.load1': 1, 'disk.usedPct': 50 });
    expect(valuesOf(after([0, host], [601, disk]))).toEqual({ 'disk.usedPct': 50 });
  });

  it('keeps the counters of the others, for the push that brings them again', () => {
    const eth0 = (sec: number) => mapped({ 'network.in|eth0': [sec * 125_000, AT_SEC + sec] });
    const sda = (sec: number) => mapped({ 'disk.read|sda': [sec * 1e6, AT_SEC + sec] });
    const none = mapped({});

    expect(valuesOf(after([0, eth0(0)], [10, sda(10)], [20, none], [60, eth0(60)], [70, sda(70)]))).toEqual({
      'network.in': 1,
      'disk.read': 1,
    });
  });

  it('forgets counters that did not come for an hour', () => {
    const one = mapped({ 'disk.read|gone': [1, AT_SEC] });
    const other = (sec: number) => mapped({ 'disk.read|sda': [1, AT_SEC + sec] });

    expect(Object.keys(after([0, one], [3_600, other(3_600)]).counters)).toHaveLength(2);
    expect(Object.keys(after([0, one], [3_601, other(3_601)]).counters)).toEqual(['disk.read|sda']);
  });
});

it('rounds to two digits, and whole numbers, seconds and MiB to whole ones', () => {
  const values = {
    'host.load1': 0.126,
    'host.cpuPct': 33.333_333,
    'host.uptime': 3_949.64,
    'host.memoryTotal': 24_105.6,
    'host.processes': 105.9,
  };

  expect(valuesOf(after([0, mapped({}, values)]))).toEqual({
    'host.load1': 0.13,
    'host.cpuPct': 33.33,
    'host.uptime': 3_950,
    'host.memoryTotal': 24_106,
    'host.processes': 106,
  });
});

it('keeps a hundred counters at most, those of the last push first', () => {
  const disks = (name: string, sec: number) =>
    mapped(
      Object.fromEntries(
        Array.from({ length: 80 }, (_none, at) => [`disk.read|${name}${at}`, [1, AT_SEC + sec]]),
      ),
    );
  const { counters } = after([0, disks('old', 0)], [60, disks('new', 60)], [120, disks('newer', 120)]);

  expect(Object.keys(counters)).toHaveLength(100);
  expect(Object.keys(counters).filter((key) => key.includes('|newer'))).toHaveLength(80);
});

it('has no number that is none, and no more than there are, whatever is pushed', () => {
  const counter = fc.tuple(
    fc.double({ min: 0, max: 2 ** 64, noNaN: true }),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  );
  const key = fc.constantFrom('network.in|a', 'network.in|__proto__', 'disk.read|', 'host.cpuAll|2', 'host.cpuIdle|1', 'mysql.queries|'); // prettier-ignore
  const push = fc.record({
    values: fc.dictionary(
      fc.constantFrom('host.load1', 'host.uptime'),
      fc.double({ min: 0, max: 2 ** 64, noNaN: true }),
    ),
    counters: fc.dictionary(key, counter),
  });
  fc.assert(
    fc.property(fc.array(push, { maxLength: 6 }), (pushes) => {
      let snapshot: Snapshot | undefined;
      for (const [at, each] of pushes.entries())
        snapshot = nextSnapshot(each as Mapped, snapshot, { at: AT + at * 30_000, credentialHash: 'hash' });
      for (const [value] of Object.values(snapshot?.values ?? {})) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(value)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

describe('two pushes of real programs', () => {
  const LATER_SEC = 359;

  it('give rates of a machine by Prometheus, from counters of its own clock', async () => {
    const pushed = async (name: string, sec: number) => {
      const series = seriesOf(fixture(name).toString(), (AT_SEC + sec) * 1000);
      return prometheusNames(readRemoteWrite(await remoteWriteOf(series)), AT_SEC + sec);
    };
    const snapshot = after(
      [0, await pushed('node-exporter.txt', 0)],
      [LATER_SEC, await pushed('node-exporter-later.txt', LATER_SEC)],
    );

    expect(valuesOf(snapshot)).toMatchObject({
      'host.cpuPct': 96.05,
      'disk.read': 0.23,
      'disk.written': 0.89,
      'network.in': 0,
      'network.out': 0,
    });
  });

  it('give much the same by SNMP, from counters of our clock', () => {
    const pushed = (name: string, sec: number) => snmpNames(readSnmp(fixture(name)), AT_SEC + sec);
    const snapshot = after([0, pushed('snmp.txt', 0)], [LATER_SEC, pushed('snmp-later.txt', LATER_SEC)]);

    expect(valuesOf(snapshot)).toMatchObject({ 'disk.read': 0.23, 'disk.written': 0.89 });
    expect(Math.abs((valuesOf(snapshot)['host.cpuPct'] ?? 0) - 96.05)).toBeLessThan(1);
  });
});
