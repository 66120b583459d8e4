import { expect, it } from 'vitest';
import { scheduledRunOf } from '../../../../lib/domain/schedule/scheduled-run.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['30 2 * * *', '2027-03-02T02:30:00Z', '2027-03-02T02:30:00Z'],
  ['30 2 * * *', '2027-03-02T23:59:59Z', '2027-03-02T02:30:00Z'],
  // A clock that is a little fast.
  ['30 2 * * *', '2027-03-02T02:29:00Z', '2027-03-02T02:30:00Z'],
  ['30 2 * * *', '2027-03-02T02:10:00Z', '2027-03-01T02:30:00Z'],
  ['* * * * *', '2027-03-02T02:10:30Z', '2027-03-02T02:10:00Z'],
  ['0 4 1 * *', '2027-03-31T04:00:00Z', '2027-03-01T04:00:00Z'],
  ['0 4 1 1 *', '2027-12-31T04:00:00Z', '2027-01-01T04:00:00Z'],
])('%s: what began at %s belongs to %s', (cron, began, due) => {
  expect(scheduledRunOf({ cron, tz: 'UTC' }, 600, at(began))).toBe(at(due));
});

it('is the wall clock of its zone, across a change of it', () => {
  const schedule = { cron: '30 3 * * *', tz: 'Europe/Berlin' };
  expect(scheduledRunOf(schedule, 600, at('2027-03-27T02:31:00Z'))).toBe(at('2027-03-27T02:30:00Z'));
  expect(scheduledRunOf(schedule, 600, at('2027-03-28T01:31:00Z'))).toBe(at('2027-03-28T01:30:00Z'));
});

it('there is none where the schedule has had none', () => {
  expect(scheduledRunOf({ cron: '0 0 29 2 *', tz: 'UTC' }, 600, at('2027-03-02T00:00:00Z'))).toBe(null);
});
