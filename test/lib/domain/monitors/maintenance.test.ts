import { describe, expect, it } from 'vitest';
import { checkInMaintenance, withoutMaintained } from '../../../../lib/domain/monitors/check.ts';
import {
  occurrenceFrom,
  openAmong,
  openUntil,
  overlapsItself,
  windowsOfMonitor,
  type MaintenanceWindow,
} from '../../../../lib/domain/monitors/maintenance.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

const window = (times: MaintenanceWindow['times'], given: Partial<MaintenanceWindow> = {}) => ({
  id: 'w',
  name: 'patch night',
  tags: [],
  times,
  createdAt: 0,
  ...given,
});
const utc = (text: string) => Date.parse(text);

describe('a window of maintenance', () => {
  it('that is planned once is open from its first instant to its last', () => {
    const once = window({ from: at('13:00'), until: at('14:00') });

    expect(openUntil(once, at('13:00') - 1)).toBeNull();
    expect(openUntil(once, at('13:00'))).toBe(at('14:00'));
    expect(openUntil(once, at('14:00') - 1)).toBe(at('14:00'));
    expect(openUntil(once, at('14:00'))).toBeNull();
    expect(occurrenceFrom(once, at('12:00'))).toEqual({ from: at('13:00'), until: at('14:00') });
    expect(occurrenceFrom(once, at('14:00'))).toBeNull();
  });

  it.each([
    // Clocks go forward at 02:00 on 28 March: what would begin in the gap begins at its end.
    ['2027-03-28T00:59:00Z', null],
    ['2027-03-28T01:00:00Z', '2027-03-28T02:30:00Z'],
    ['2027-03-28T02:29:00Z', '2027-03-28T02:30:00Z'],
    ['2027-03-28T02:30:00Z', null],
    // And back at 03:00 on 31 October: it begins at the first 02:30 alone, and has its length.
    ['2027-10-31T00:30:00Z', '2027-10-31T02:00:00Z'],
    ['2027-10-31T01:30:00Z', '2027-10-31T02:00:00Z'],
    ['2027-10-31T02:00:00Z', null],
  ])('that comes again keeps its length over a change of clocks: %s', (now, until) => {
    const again = window({ cron: '30 2 * * *', tz: 'Europe/Berlin', lengthSec: 5_400 });

    expect(openUntil(again, utc(now))).toBe(until && utc(until));
  });

  it('overlaps itself where it would never end', () => {
    const every = (cron: string, lengthSec: number) =>
      overlapsItself({ cron, tz: 'Europe/Berlin', lengthSec }, utc('2027-03-01T00:00:00Z'));

    expect(every('0 2 * * *', 3_600)).toBe(false);
    expect(every('0 * * * *', 3_600)).toBe(false);
    expect(every('0 * * * *', 3_601)).toBe(true);
    // The day on which clocks go forward has 23 hours.
    expect(every('0 12 * * *', 23 * 3_600)).toBe(false);
    expect(every('0 12 * * *', 23 * 3_600 + 1)).toBe(true);
  });

  it('is for monitors with one of its tags, and for all without any', () => {
    const some = [
      window({ from: 0, until: 1 }),
      window({ from: 0, until: 1 }, { id: 'db', tags: ['db', 'eu'] }),
    ];

    expect(windowsOfMonitor(some, { tags: ['eu'] }).map(({ id }) => id)).toEqual(['w', 'db']);
    expect(windowsOfMonitor(some, { tags: [] }).map(({ id }) => id)).toEqual(['w']);
  });

  it('that is open the longest counts', () => {
    const some = [
      window({ from: at('12:00'), until: at('13:00') }),
      window({ from: at('12:00'), until: at('15:00') }, { id: 'long' }),
    ];

    expect(openAmong(some, at('12:30'))).toMatchObject({ window: { id: 'long' }, until: at('15:00') });
    expect(openAmong(some, at('15:00'))).toBeNull();
  });
});

const fail = (time: string) => ({ kind: 'fail' as const, at: at(time) });
const recovery = (time: string) => ({ kind: 'recovery' as const, at: at(time) });
const incident = {
  number: 1,
  reason: 'fail',
  downSince: at('11:00'),
  openedAt: at('11:05'),
  alertedAt: at('11:05'),
  alerts: 1,
} as const;
const isCovered = (when: number) => when >= at('12:00') && when < at('13:00');

describe('what is owed of maintenance', () => {
  it.each([
    ['a failure that was over', [fail('12:10'), recovery('12:20')], null, []],
    ['a failure that lasts', [fail('12:10')], null, ['fail 12:10']],
    ['the last of several', [fail('12:10'), recovery('12:20'), fail('12:30')], null, ['fail 12:30']],
    ['a failure before it', [fail('11:50'), recovery('12:20')], null, ['fail 11:50', 'recovery 12:20']],
    ['one before and one in it', [fail('11:50'), fail('12:10'), recovery('12:20')], null, ['fail 11:50', 'fail 12:10', 'recovery 12:20']],
    ['the end of what was told', [fail('12:10'), recovery('12:20')], incident, ['fail 12:10', 'recovery 12:20']],
    ['the end of what was told, then one that was over', [recovery('12:20'), fail('12:30'), recovery('12:40')], incident, ['recovery 12:20']],
  ] as const)('%s', (_name, pending, open, left) => {
    const kept = withoutMaintained({ incident: open, pending: [...pending] }, isCovered);

    expect(kept.map(({ kind, at: when }) => `${kind} ${new Date(when).toISOString().slice(11, 16)}`)).toEqual(left);
  }); // prettier-ignore

  it('the end of an incident is told in it, and nothing else', () => {
    const told = monitor({ incident, incidents: 1, pending: [recovery('12:20'), fail('12:30')] });

    const { monitor: after, decisions } = checkInMaintenance(told, isCovered);

    expect(decisions.map(({ kind, incident: number }) => `${kind} ${number}`)).toEqual(['recovery 1']);
    expect(after).toMatchObject({ incident: null, pending: [fail('12:30')] });
    expect(checkInMaintenance(after, isCovered)).toEqual({ monitor: after, decisions: [] });
  });
});
