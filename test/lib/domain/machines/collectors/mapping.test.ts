import { expect, it } from 'vitest';
import { newMapping, sumOf } from '../../../../../lib/domain/machines/collectors/mapping.ts';

const sample = (value: number, atSec?: number) => ({ name: 'a', labels: {}, value, ...(atSec && { atSec }) });

it('takes the last of two that say the same, and nothing that is no count', () => {
  const into = newMapping(9);
  for (const value of [1, 2, undefined, -1, Number.NaN, Infinity, 2 ** 64]) into.value('host.load1', value);
  for (const value of [3, 4, -1, Number.NaN, Infinity, 2 ** 64])
    into.counter('disk.read', 'sda', sample(value));

  expect(into.done()).toEqual({ values: { 'host.load1': 2 }, counters: { 'disk.read|sda': [4, 9] } });
});

it('takes the second of a sample to its hundredth, and cuts the names of instances', () => {
  const into = newMapping(9);
  into.counter('network.in', 'x'.repeat(999), sample(1, 1_795_406_223.9349));
  into.counter('network.in', '__proto__', sample(2, 5));

  expect(Object.entries(into.done().counters)).toEqual([
    [`network.in|${'x'.repeat(64)}`, [1, 1_795_406_223.93]],
    ['network.in|__proto__', [2, 5]],
  ]);
});

it('adds up counters under their number, each instance once', () => {
  const into = newMapping(9);
  for (const [instance, value] of [
    ['0/idle', 1],
    ['1/idle', 2],
    ['0/idle', 10],
  ] as const)
    // prettier-ignore
    into.summed('host.cpuIdle', instance, sample(value, 7));

  expect(into.done().counters).toEqual({ 'host.cpuIdle|2': [12, 7] });
});

it('adds up nothing to nothing', () => {
  expect(sumOf([])).toBe(undefined);
  expect(sumOf([0])).toBe(0);
  expect(sumOf([1, 2])).toBe(3);
});
