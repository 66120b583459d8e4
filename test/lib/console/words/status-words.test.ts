import { describe, expect, it } from 'vitest';
import { dueAtOf, momentText } from '../../../../lib/console/words/moments.ts';
import { statusWords } from '../../../../lib/console/words/status-words.ts';

const NOW = Date.UTC(2027, 2, 4, 12);
const at = (instant: string) => momentText(instant, NOW, 'Europe/Berlin');
const OK = {
  state: 'ok',
  incident: null,
  cron: null,
  tz: null,
  interval_sec: 86_400,
  paused_until: null,
  next_expected_at: null,
  deadline_at: '2027-03-04T23:00:00.000Z',
  deadline: { counts_from: '2027-03-03T23:00:00.000Z', from: 'ping', tolerance_sec: 86_400, held_sec: 0 },
} as const;
const SCHEDULED = {
  ...OK,
  cron: '30 2 * * *',
  tz: 'Europe/Berlin',
  next_expected_at: '2027-03-04T01:30:00.000Z',
  deadline_at: '2027-03-04T01:40:00.000Z',
  deadline: { counts_from: '2027-03-04T01:30:00.000Z', from: 'schedule', tolerance_sec: 600, held_sec: 0 },
} as const;
const FAILING = { number: 1, reason: 'fail', since: '2027-03-01T01:30:00.000Z' } as const;

describe('how a monitor stands', () => {
  it.each([
    ['on time', OK, 'On time: last ping 00:00 + 1 d of interval.'],
    [
      'on time after a pause',
      { ...OK, deadline: { ...OK.deadline, from: 'pause' } },
      'On time: end of the pause 00:00 + 1 d of interval.',
    ],
    ['late', { ...SCHEDULED, state: 'late' }, 'Late since 02:40: expected 02:30 + 10 min of grace.'],
    [
      'failing for days and silent since today',
      { ...SCHEDULED, state: 'late', incident: FAILING },
      'Late since 02:40: expected 02:30 + 10 min of grace. Failing since Mon 1 Mar 02:30, for 3 d 10 h.',
    ],
    [
      'on time by the time in which nobody could hear',
      { ...SCHEDULED, deadline: { ...SCHEDULED.deadline, held_sec: 1_800 } },
      'On time: expected 02:30 + 10 min of grace + 30 min when pings could not reach us.',
    ],
    [
      'failing',
      { ...OK, incident: FAILING },
      'Failing since Mon 1 Mar 02:30, for 3 d 10 h. Its pings are on time.',
    ],
    [
      'silent before its schedule was widened',
      { ...OK, incident: { ...FAILING, reason: 'silence' } },
      'Silent since Mon 1 Mar 02:30, for 3 d 10 h. New deadline Fri 5 Mar 00:00: last ping 00:00 + 1 d of interval.',
    ],
  ] as const)('%s', (_case, monitor, words) => {
    expect(statusWords(monitor, NOW, at)).toBe(words);
  });
});

it('is due when its schedule says, else at its deadline, and goes on when its pause ends', () => {
  expect(dueAtOf(SCHEDULED)).toBe(SCHEDULED.next_expected_at);
  expect(dueAtOf(OK)).toBe(OK.deadline_at);
  expect(dueAtOf({ ...OK, state: 'paused', paused_until: '2027-03-05T00:00:00.000Z' })).toMatch(
    /^2027-03-05/,
  );
  expect(dueAtOf({ ...OK, state: 'inactive' })).toBeNull();
});
