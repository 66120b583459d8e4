import { expect, it } from 'vitest';
import { firstLineOf } from '../../../../../../lib/console/screens/monitor/run-list/first-lines.ts';
import {
  daysOf,
  goodBefore,
  runRowsOf,
  type Event,
} from '../../../../../../lib/console/screens/monitor/run-list/run-rows.ts';

const event = (id: string, kind: Event['kind'], at: string, more: Partial<Event> = {}): Event => ({
  id,
  kind,
  at: `2027-03-${at}Z`,
  rid: null,
  duration_ms: null,
  exit_code: null,
  status: null,
  latency_ms: null,
  source: 'get',
  has_body: false,
  ...more,
});

it('start and end are one row, which stands where the run began', () => {
  const rows = runRowsOf([
    event('e', 'start', '03T02:30:00'),
    event('d', 'fail', '02T02:32:00', { duration_ms: 120_000, exit_code: 3, has_body: true }),
    event('c', 'log', '02T02:31:00'),
    event('b', 'start', '02T02:30:00', { has_body: true }),
    event('a', 'ping', '01T02:30:00', { maintenance: 'patch night' }),
  ]);

  expect(rows.map(({ id, words, outputOf }) => [id, words, outputOf])).toEqual([
    ['e', 'Started, not finished', null],
    ['c', 'Note', null],
    ['d', 'Failure, exit code 3', 'd'],
    ['a', 'OK, during maintenance patch night', null],
  ]);
  expect(rows[2]).toMatchObject({ kind: 'fail', at: Date.parse('2027-03-02T02:30:00Z'), ms: 120_000 });
});

it('runs that overlap are told apart by their run ids', () => {
  const rows = runRowsOf([
    event('d', 'ping', '02T02:40:00', { rid: 'x', duration_ms: 600_000 }),
    event('c', 'ping', '02T02:35:00', { rid: 'y', duration_ms: 240_000 }),
    event('b', 'start', '02T02:31:00', { rid: 'y' }),
    event('a', 'start', '02T02:30:00', { rid: 'x' }),
    event('z', 'start', '02T01:00:00', { rid: 'x' }),
  ]);

  expect(rows.map(({ id }) => id)).toEqual(['c', 'd', 'z']);
});

it('days are those of the zone, and a failed run is set beside the good one before it', () => {
  const rows = runRowsOf([
    event('c', 'fail', '02T23:30:00', { has_body: true }),
    event('b', 'ping', '02T22:30:00'),
    event('a', 'ping', '02T21:30:00', { has_body: true }),
  ]);

  expect(daysOf(rows, 'UTC').map(({ words }) => words)).toEqual(['Tue 2 Mar 2027']);
  expect(daysOf(rows, 'Europe/Berlin').map(({ key, rows: of }) => [key, of.length])).toEqual([
    ['2027-03-03', 1],
    ['2027-03-02', 2],
  ]);
  expect(rows[0] && goodBefore(rows[0], rows)?.id).toBe('a');
});

it.each([
  ['\n\n  all is kept\nbye', 'all is kept'],
  ['\x1b[31mtar: disk full\x1b[0m\r\nbye', 'tar: disk full'],
  ['', ''],
  ['x'.repeat(300), `${'x'.repeat(200)}…`],
])('the first line of %o is %o', (output, line) => {
  expect(firstLineOf(output)).toBe(line);
});
