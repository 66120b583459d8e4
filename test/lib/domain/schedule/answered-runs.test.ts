import { expect, it } from 'vitest';
import { answeredRuns } from '../../../../lib/domain/schedule/answered-runs.ts';

const NOON = Date.parse('2027-03-01T12:00:00Z');
const MINUTE = 60_000;

it('pings on time answer the runs they come after, and those a little early the one they come before', () => {
  const schedule = { cron: '0 * * * *', tz: 'UTC' };
  const pings = [NOON + 5_000, NOON + 60 * MINUTE - 5_000, NOON + 120 * MINUTE + 90_000];

  expect(answeredRuns(schedule, 90, pings)).toEqual([NOON, NOON + 60 * MINUTE, NOON + 120 * MINUTE]);
});

it('a grace over more than a hundred runs answers nothing: a ping might mean any of them', () => {
  const everyMinute = { cron: '* * * * *', tz: 'UTC' };

  expect(answeredRuns(everyMinute, 98 * 60, [NOON + 1_000])).toEqual([NOON]);
  expect(answeredRuns(everyMinute, 86_400, [NOON + 1_000])).toBeNull();
});
