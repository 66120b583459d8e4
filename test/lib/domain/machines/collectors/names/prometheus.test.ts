import { describe, expect, it } from 'vitest';
import { readRemoteWrite } from '../../../../../../lib/adapters/machines/remote-write.ts';
import { prometheusNames } from '../../../../../../lib/domain/machines/collectors/names/prometheus.ts';
import { remoteWriteOf, seriesOf } from '../../../../../support/machines/wire-bodies.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const AT_SEC = 1_795_406_223.93;
const NOW_SEC = 1_795_406_300;

/** What Prometheus, or Alloy, writes of an exporter's text, in our words. */
async function mapped(...texts: (string | Buffer)[]) {
  const series = seriesOf(texts.join('\n'), AT_SEC * 1000);
  return prometheusNames(readRemoteWrite(await remoteWriteOf(series)), NOW_SEC);
}

it('names the numbers of a Linux machine', async () => {
  expect(await mapped(fixture('node-exporter-later.txt'))).toEqual({
    values: {
      'host.load1': 5.95,
      'host.load5': 7.53,
      'host.load15': 8.13,
      // By the machine's clock.
      'host.uptime': expect.closeTo(AT_SEC - 1_795_402_274, 2),
      'host.memoryPct': expect.closeTo(100 * (1 - 24_146_632_704 / 25_276_514_304), 6),
      'host.memoryTotal': 25_276_514_304 / 2 ** 20,
      // As df says it: of 270 GB 27 are used, 82 may be, and the rest is kept for root.
      'disk.usedPct': expect.closeTo((100 * 27_131_441_152) / (27_131_441_152 + 81_812_852_736), 6),
      'disk.total': 270_553_174_016 / 2 ** 20,
    },
    counters: {
      'disk.read|vda': [3_841_020_928, AT_SEC],
      'disk.written|vda': [6_552_911_872, AT_SEC],
      'network.in|eth0': [641_364_324, AT_SEC],
      'network.out|eth0': [1_057_028, AT_SEC],
      'host.cpuAll|16': [expect.closeTo(8_603.93, 2), AT_SEC],
      'host.cpuIdle|4': [expect.closeTo(2_507.33, 2), AT_SEC],
    },
  });
});

it('names the numbers of a Windows machine', async () => {
  expect(await mapped(fixture('windows-exporter.txt'))).toEqual({
    values: {
      'host.uptime': expect.closeTo(AT_SEC - 1_795_402_274, 2),
      'host.memoryPct': 75,
      'host.memoryTotal': 8000,
      'disk.usedPct': 75,
      'disk.total': 100_000,
    },
    counters: {
      'disk.read|0': [3_758_068_736, AT_SEC],
      'disk.written|0': [6_234_886_144, AT_SEC],
      'network.in|Intel_R__82574L_Gigabit_Network_Connection': [641_364_324, AT_SEC],
      'network.out|Intel_R__82574L_Gigabit_Network_Connection': [1_057_028, AT_SEC],
      'host.cpuAll|3': [980, AT_SEC],
      'host.cpuIdle|1': [900, AT_SEC],
    },
  });
});

it('names the numbers of MySQL and Asterisk', async () => {
  expect(await mapped(fixture('exporters.txt'))).toEqual({
    values: {
      'mysql.up': 1,
      'mysql.threads': 6,
      'mysql.uptime': 86_400,
      'asterisk.channels': 4,
      'asterisk.calls': 2,
      'asterisk.endpoints': 17,
      'asterisk.uptime': 5_000,
    },
    counters: { 'mysql.queries|': [120_000, AT_SEC], 'asterisk.callsDone|': [1_234, AT_SEC] },
  });
});

describe('systems', () => {
  it.each([
    ['macOS', 'node_memory_total_bytes 400\nnode_memory_free_bytes 50\nnode_memory_inactive_bytes 50'],
    ['FreeBSD', 'node_memory_size_bytes 400\nnode_memory_free_bytes 50\nnode_memory_inactive_bytes 50'],
    ['Windows', 'windows_os_visible_memory_bytes 400\nwindows_os_physical_memory_free_bytes 100'],
  ])('memory of %s has names of its own', async (_system, text) => {
    expect((await mapped(text)).values['host.memoryPct']).toBe(75);
  });
});

describe('what is missing', () => {
  it('gives no number that is none', async () => {
    const text = [
      'node_memory_MemTotal_bytes 0',
      'node_memory_MemAvailable_bytes 0',
      'node_memory_SwapTotal_bytes 0',
      'node_memory_SwapFree_bytes 0',
      'node_filesystem_size_bytes{mountpoint="/"} 0',
      'node_filesystem_avail_bytes{mountpoint="/"} 0',
    ].join('\n');

    expect((await mapped(text)).values).toEqual({ 'host.memoryTotal': 0, 'disk.total': 0 });
    expect(await mapped('node_memory_MemAvailable_bytes 7')).toEqual({ values: {}, counters: {} });
    expect((await mapped('node_load1 -1')).values).toEqual({});
  });

  it('takes what may be used for what is free, where that is not told', async () => {
    const text =
      'node_filesystem_size_bytes{mountpoint="/"} 400\nnode_filesystem_avail_bytes{mountpoint="/"} 100';

    expect((await mapped(text)).values['disk.usedPct']).toBe(75);
  });
});

it('takes names of a prototype for names that are none of ours', async () => {
  const text = ['constructor 1', '__proto__ 1', 'toString 1', 'hasOwnProperty 1'].join('\n');

  expect(await mapped(text)).toEqual({ values: {}, counters: {} });
});

it('takes our second where a sample has none', () => {
  const sample = { labels: { device: 'sda' }, value: 5 };

  expect(
    prometheusNames(
      [
        { name: 'node_disk_read_bytes_total', ...sample },
        { name: 'node_boot_time_seconds', labels: {}, value: NOW_SEC - 60 },
      ],
      NOW_SEC,
    ),
  ).toEqual({ values: { 'host.uptime': 60 }, counters: { 'disk.read|sda': [5, NOW_SEC] } });
});
