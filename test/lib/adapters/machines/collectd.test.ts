import { expect, it } from 'vitest';
import { readCollectd } from '../../../../lib/adapters/machines/collectd.ts';
import { fixture } from './fixtures.ts';

const read = (body: unknown) => readCollectd(Buffer.from(JSON.stringify(body)));

it('reads a push of collectd', () => {
  const samples = readCollectd(fixture('collectd.json'));
  const of = (name: string) => samples.filter((sample) => sample.name === name);

  expect(of('load/load.shortterm')).toHaveLength(1);
  expect(of('interface/if_octets.rx').map(({ labels }) => labels['plugin_instance'])).toEqual([
    'ifb0',
    'eth0',
  ]);
  expect(of('df/percent_bytes.value').map(({ labels }) => labels['type_instance'])).toEqual([
    'free',
    'reserved',
    'used',
  ]);
  expect(of('disk/disk_octets.write').find(({ labels }) => labels['plugin_instance'] === 'vda')?.value).toBeGreaterThan(0); // prettier-ignore
});

it('leaves out the rates that a first interval does not have yet', () => {
  const names = readCollectd(fixture('collectd-first.json')).map(({ name }) => name);

  expect(names).toContain('memory/memory.value');
  expect(names).not.toContain('disk/disk_octets.read');
});

it('takes values without names of their sources, and lists without plugin or type', () => {
  expect(read([{ values: [1, 'x', null, true, 2], plugin: 'load', type: 'load' }])).toEqual([
    { name: 'load/load.value', labels: { plugin_instance: '', type_instance: '' }, value: 1 },
    { name: 'load/load.value', labels: { plugin_instance: '', type_instance: '' }, value: 2 },
  ]);
  expect(read([{ values: [1], dsnames: [7], plugin: 7, type: {} }])).toHaveLength(1);
  expect(read([])).toEqual([]);
});

it.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ['an object', '{}'],
  ['a number', '1'],
  ['a list of lists', '[[]]'],
  ['a list of null', '[null]'],
  ['a list without values', '[{"plugin":"load"}]'],
  ['values that are an object', '[{"values":{}}]'],
  ['lists within lists', '['.repeat(200_000)],
])('%s is malformed', (_what, body) => {
  expect(() => readCollectd(Buffer.from(body))).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('takes 5,000 numbers and refuses one more, null ones too', () => {
  expect(read([{ values: Array.from({ length: 5_000 }, () => 1) }])).toHaveLength(5_000);
  expect(() => read([{ values: Array.from({ length: 5_001 }, () => null) }])).toThrow(
    expect.objectContaining({ fault: 'too_large' }),
  );
});

it('takes names of a prototype as names', () => {
  const text = '[{"__proto__":{"plugin":"load"},"plugin_instance":"__proto__","values":[1]}]';

  expect(readCollectd(Buffer.from(text))[0]).toEqual({
    name: '/.value',
    labels: { plugin_instance: '__proto__', type_instance: '' },
    value: 1,
  });
});
