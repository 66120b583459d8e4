import { expect, it } from 'vitest';
import { readCollectd } from '../../../../../../lib/adapters/machines/collectd.ts';
import { collectdNames } from '../../../../../../lib/domain/machines/collectors/names/collectd.ts';
import { fixture } from '../../../../adapters/machines/fixtures.ts';

const mapped = (body: Buffer) => collectdNames(readCollectd(body), 9);
const list = (
  plugin: string,
  type: string,
  value: number,
  [of, kind]: readonly [string, string] = ['', ''],
) => ({
  plugin,
  type,
  plugin_instance: of,
  type_instance: kind,
  values: [value],
  dsnames: ['value'],
});
const processor = (type: string, of: string, states: Readonly<Record<string, number>>) =>
  Object.entries(states).map(([state, value]) => list('cpu', type, value, [of, state]));
const mappedOf = (...lists: unknown[]) => mapped(Buffer.from(JSON.stringify(lists))).values;

it('names the numbers of a real collectd', () => {
  expect(mapped(fixture('collectd.json'))).toEqual({
    values: {
      'host.load1': expect.any(Number),
      'host.load5': expect.any(Number),
      'host.load15': expect.any(Number),
      'host.uptime': expect.any(Number),
      'host.users': 0,
      'host.cpuPct': 100,
      'host.memoryPct': expect.closeTo((100 * (5_623_070_720 + 57_741_312)) / 25_276_514_304, 6),
      'host.memoryTotal': 25_276_514_304 / 2 ** 20,
      'host.processes': expect.any(Number),
      'disk.usedPct': expect.closeTo(25.6, 0),
      'disk.total': 270_553_174_016 / 2 ** 20,
      'disk.read': expect.any(Number),
      'disk.written': expect.any(Number),
      'network.in': 0,
      'network.out': 0,
    },
    counters: {},
  });
});

it('has no rates in the first interval, and gives the rest', () => {
  const { values } = mapped(fixture('collectd-first.json'));

  expect(Object.keys(values).sort()).toEqual([
    'disk.total',
    'disk.usedPct',
    'host.cpuPct',
    'host.load1',
    'host.load15',
    'host.load5',
    'host.memoryPct',
    'host.memoryTotal',
    'host.processes',
    'host.uptime',
    'host.users',
  ]);
});

it('names the numbers of its MySQL plugin', () => {
  expect(
    mappedOf(
      list('mysql', 'threads', 6, ['local', 'connected']),
      list('mysql', 'threads', 2, ['local', 'running']),
      list('mysql', 'mysql_commands', 1.5, ['local', 'select']),
      list('mysql', 'mysql_commands', 0.5, ['local', 'insert']),
    ),
  ).toEqual({ 'mysql.up': 1, 'mysql.threads': 6, 'mysql.queries': 2 });
});

it.each([
  [
    'swap in use',
    [list('swap', 'swap', 25, ['', 'used']), list('swap', 'swap', 75, ['', 'free'])],
    { 'host.swapPct': 25 },
  ],
  ['no swap', [list('swap', 'swap', 0, ['', 'used']), list('swap', 'swap', 0, ['', 'free'])], {}],
  ['one processor of several', [list('cpu', 'percent', 50, ['0', 'idle'])], {}],
  [
    'processors that wait',
    processor('percent', '', { user: 20, system: 5, wait: 25, idle: 50 }),
    { 'host.cpuPct': 25 },
  ],
  [
    'processors one by one, by their ticks, as the plugin sends by itself',
    [
      ...processor('cpu', '0', { user: 60, system: 20, wait: 0, idle: 20 }),
      ...processor('cpu', '1', { user: 0, system: 0, wait: 10, idle: 90 }),
    ],
    { 'host.cpuPct': 40 },
  ],
  [
    'processors of which the push was cut',
    [
      ...processor('cpu', '0', { wait: 50, idle: 20 }),
      ...processor('cpu', '1', { user: 25, system: 0, idle: 75 }),
      ...processor('cpu', '2', { user: 25, system: 75 }),
    ],
    { 'host.cpuPct': 25 },
  ],
  ['another file system', [list('df', 'df_complex', 5, ['boot', 'used'])], {}],
  ['names of a prototype', [list('__proto__', 'constructor', 5, ['__proto__', 'x'])], {}],
])('%s', (_what, lists, values) => {
  expect(mappedOf(...lists)).toEqual(values);
});

it('takes the last of several intervals in one push', () => {
  expect(mappedOf(list('users', 'users', 1), list('users', 'users', 2))).toEqual({ 'host.users': 2 });
});

it.each([
  ['memory', 'memory', [['buffered', 3], ['cached', 2], ['free', 5], ['slab_recl', 1]]],
  ['memory', 'memory', [['used', 3], ['buffered', 2]]],
  ['swap', 'swap', [['free', 3], ['cached', 2]]],
  ['df', 'df_complex', [['free', 3], ['reserved', 2]]],
  ['processes', 'ps_state', [['zombies', 3], ['blocked', 2]]],
] as const)('says nothing of %s where a push was cut within it', (plugin, type, parts) => {
  const of = plugin === 'df' ? 'root' : '';

  expect(mappedOf(...parts.map(([kind, value]) => list(plugin, type, value, [of, kind])))).toEqual({});
}); // prettier-ignore

it('takes the shares of a file system where they come alone', () => {
  const shares = Object.entries({ used: 60, free: 35, reserved: 5 });

  const values = mappedOf(
    ...shares.map(([kind, value]) => list('df', 'percent_bytes', value, ['root', kind])),
  );

  expect(values).toEqual({ 'disk.usedPct': expect.closeTo((100 * 60) / 95, 6) });
});
