import { expect, it } from 'vitest';
import { measureText, type MeasureField } from '../../../../lib/console/words/measure-text.ts';

it.each<[number | string | undefined, MeasureField['f'], string]>([
  [812, 'mib', '812 MiB'],
  [1_371.9, 'mib', '1.34 GiB'],
  [258_019.6, 'mib', '252 GiB'],
  [3 * 1024 ** 2, 'mib', '3 TiB'],
  [0, 'mib', '0 MiB'],
  [26.05, 'pct', '26.1%'],
  [100, 'pct', '100%'],
  [0.5966, 'mbps', '597 kbit/s'],
  [12.34, 'mbps', '12.3 Mbit/s'],
  [2_500, 'mbps', '2.5 Gbit/s'],
  [0.0082, 'mbs', '8.2 kB/s'],
  [8.9725, 'mbs', '8.97 MB/s'],
  [0, 'seg', '0 s'],
  [4_947, 'seg', '1 h 22 min'],
  [-3.914, 'num', '-3.91'],
  [12_345, 'int', '12,345'],
  ['/', undefined, '/'],
  [undefined, 'pct', '–'],
])('%s as %s is %s', (value, format, words) => {
  expect(measureText(value, format)).toBe(words);
});
