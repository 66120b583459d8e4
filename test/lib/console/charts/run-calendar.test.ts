import { expect, it } from 'vitest';
import { calendarDays } from '../../../../lib/console/charts/run-calendar.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = (day: number, hour: number, minute = 0) => new Date(2027, 2, day, hour, minute).getTime();
const run = (day: number, hour: number, ms = 60_000) => ({
  outcome: 'success' as const,
  at: at(day, hour),
  ms,
});

it('a run stands on its day at its time, and a day without one has the line of the one that was due', () => {
  const runs = [run(4, 3), run(2, 3), run(2, 23, 2 * 3_600_000)];
  const days = calendarDays(runs, { cron: '30 2 * * *', tz: ZONE }, { now: at(4, 12), zone: ZONE });

  expect(days.map((day) => new Date(day.at).getDate())).toEqual([4, 3, 2]);
  expect(days.map((day) => day.runs.map(({ from }) => from))).toEqual([[180], [], [180, 1380]]);
  // What goes on past midnight ends there.
  expect(days[2]?.runs[1]?.length).toBe(60);
  expect(days.map(({ due }) => due)).toEqual([[150], [150], [150]]);
});

it('what is still to come is not due, and a dense schedule has no lines', () => {
  expect(
    calendarDays([run(4, 1)], { cron: '30 2 * * *', tz: ZONE }, { now: at(4, 2), zone: ZONE })[0]?.due,
  ).toEqual([]);
  expect(
    calendarDays([run(4, 1)], { cron: '*/5 * * * *', tz: ZONE }, { now: at(4, 12), zone: ZONE })[0]?.due,
  ).toEqual([]);
});

it('goes back five weeks at most', () => {
  expect(calendarDays([run(4, 1), run(-300, 1)], null, { now: at(4, 12), zone: ZONE })).toHaveLength(35);
});
