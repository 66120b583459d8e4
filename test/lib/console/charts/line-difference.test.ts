import { expect, it } from 'vitest';
import { lineDifference, type DiffLine } from '../../../../lib/console/charts/line-difference.ts';

const text = (lines: readonly DiffLine[]) =>
  lines.map((line) =>
    line.kind === 'left-out'
      ? `… ${line.count}`
      : `${{ same: ' ', gone: '-', new: '+' }[line.kind]}${line.text}`,
  );

it('has what only one of both said in its place, with two same lines around', () => {
  const good = ['dump 1', 'dump 2', 'pack', 'send', 'kept'].join('\n');
  const failed = ['dump 1', 'dump 2', 'pack', 'disk full', 'kept'].join('\n');

  expect(text(lineDifference(good, failed))).toEqual([
    '… 1',
    ' dump 2',
    ' pack',
    '-send',
    '+disk full',
    ' kept',
  ]);
});

it('numbers alone are no difference, and line ends neither', () => {
  expect(text(lineDifference('02:30:01 begin\r\n12 rows\r\n', '02:31:07 begin\n9 rows'))).toEqual(['… 2']);
});

it.each([
  ['', 'a', ['-', '+a']],
  ['a', 'a\nb\nc', [' a', '+b', '+c']],
  ['a\nb\nc', 'c', ['-a', '-b', ' c']],
  ['a\nx\nb\nc', 'x\na\nb\nd', ['-a', ' x', '+a', ' b', '-c', '+d']],
])('%o against %o', (good, failed, lines) => {
  expect(text(lineDifference(good, failed))).toEqual(lines);
});

it('of long outputs the ends are compared', () => {
  const long = (end: string) => [
    ...Array.from({ length: 5_000 }, (_, at) => `line ${'x'.repeat(at % 7)}`),
    end,
  ];
  const lines = lineDifference(long('kept').join('\n'), long('disk full').join('\n'));

  expect(text(lines).slice(-2)).toEqual(['-kept', '+disk full']);
  expect(lines[0]).toEqual({ kind: 'left-out', count: 397 });
});
