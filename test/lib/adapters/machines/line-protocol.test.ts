import { expect, it } from 'vitest';
import { readLineProtocol } from '../../../../lib/adapters/machines/line-protocol.ts';
import { fixture } from './fixtures.ts';

const read = (text: string) => readLineProtocol(Buffer.from(text));
const valuesOf = (text: string) => read(text).map(({ name, value }) => [name, value]);

it('reads a push of Telegraf', () => {
  const samples = readLineProtocol(fixture('telegraf.txt'));

  expect(samples).toContainEqual({
    name: 'disk.used_percent',
    labels: { device: 'vda1', fstype: 'ext4', host: 'machine', label: 'root disk', mode: 'rw', path: '/' },
    value: 75,
    atSec: 1_795_406_223,
  });
  expect(samples.some(({ name }) => name === 'system.uptime_format')).toBe(false);
});

it.each([
  ['a b=1', 1],
  ['a b=-1.5', -1.5],
  ['a b=+1.', 1],
  ['a b=.5', 0.5],
  ['a b=1e3', 1000],
  ['a b=1.5E-3', 0.0015],
  ['a b=7i', 7],
  ['a b=-7i', -7],
  ['a b=7u', 7],
  ['a b=t', 1],
  ['a b=FALSE', 0],
  ['  a   b=1   5  ', 1],
  ['a,c=d b=1\r', 1],
])('%j is %d', (line, value) => {
  expect(valuesOf(line)).toEqual([['a.b', value]]);
});

it.each(['NaN', 'inf', '1_000', '0x10', '1i2', 'i', '1e', 'tru', '1'.repeat(41), '"1"', '"a\\"b\\\\"'])(
  'a value of %s is no number',
  (value) => {
    expect(valuesOf(`a b=${value},c=1`)).toEqual([['a.c', 1]]);
  },
);

it.each([
  ['nanoseconds', '1795406223123456789'],
  ['microseconds', '1795406223123456'],
  ['milliseconds', '1795406223123'],
  ['seconds', '1795406223'],
])('a time in %s is told by its size', (_unit, time) => {
  expect(read(`a b=1 ${time}`)[0]?.atSec).toBeCloseTo(1_795_406_223.12, -1);
});

it.each(['', ' soon', ' -5', ' 1.5', ` ${'9'.repeat(30)}`])('a time of %j is none', (time) => {
  expect(read(`a b=1${time}`)).toEqual([{ name: 'a.b', labels: {}, value: 1 }]);
});

it('leaves out blank lines, comments and lines that are none', () => {
  const text = [
    '',
    '# a comment, with a="quote',
    '  # another',
    'a',
    'a b',
    'a b=',
    'a =1',
    'a, b=1',
    'a,c b=1',
    'a,=d b=1',
    'a b=1,',
    'a b=1,c',
    ',c=d b=1',
    'a b="x"y',
    'good b=1',
  ].join('\n');

  expect(valuesOf(text)).toEqual([['good.b', 1]]);
});

it('takes quotes in tags as they are, and newlines within quotes as text', () => {
  expect(valuesOf('a,t=x"y b=1\na,t="z b=2')).toEqual([
    ['a.b', 1],
    ['a.b', 2],
  ]);
  expect(valuesOf('a s="one\nc d=3\n",b=1 5\ne f=2')).toEqual([
    ['a.b', 1],
    ['e.f', 2],
  ]);
});

it('takes backslashes as they are, but before a comma, a blank or an equals sign', () => {
  const [sample] = read(String.raw`disk,path=\C:,dir=D:\x\\y,odd=a\,b\ c\=d used=1`);

  expect(sample?.labels).toEqual({ path: '\\C:', dir: 'D:\\x\\\\y', odd: 'a,b c=d' });
});

it('takes nothing of a line of which a part is none', () => {
  expect(valuesOf('a b=1,c\nd e=1')).toEqual([['d.e', 1]]);
});

it('takes names of a prototype as names, and of one tag given twice the last', () => {
  const [sample] = read('__proto__,__proto__=x,a=1,a=2 constructor=1');

  expect(sample?.name).toBe('__proto__.constructor');
  expect(Object.entries(sample?.labels ?? {})).toEqual([
    ['__proto__', 'x'],
    ['a', '2'],
  ]);
});

it('calls a body without a single line malformed, and an empty one empty', () => {
  expect(() => read('hello\nworld')).toThrow(expect.objectContaining({ fault: 'malformed' }));
  expect(() => read('a b="never ends\na c=1')).toThrow(expect.objectContaining({ fault: 'malformed' }));
  expect(read('')).toEqual([]);
  expect(read('\n# nothing\n')).toEqual([]);
});

it('takes 5,000 numbers and refuses one more, in one line or many', () => {
  const fields = (count: number) => Array.from({ length: count }, (_none, at) => `f${at}=1`).join(',');

  expect(read(`a ${fields(5_000)}`)).toHaveLength(5_000);
  for (const text of [`a ${fields(5_001)}`, 'a b=1\n'.repeat(5_001), 'a b="x"\n'.repeat(5_001)])
    expect(() => read(text)).toThrow(expect.objectContaining({ fault: 'too_large' }));
});
