import { expect, it } from 'vitest';
import { findRhythm } from '../../../../../lib/domain/monitors/rhythm/find-rhythm.ts';
import { historyOf } from '../../../../../lib/domain/monitors/rhythm/history.ts';
import { eventsOf, practices, type Practice } from '../../../../support/rhythm/practice.ts';

function saidOf(practice: Practice): string {
  const events = eventsOf(practice);
  const rhythm = findRhythm(historyOf(events, [], (events[0]?.at ?? 0) + 60_000), ['UTC'])?.rhythm;
  if (rhythm === undefined) return 'nothing';
  return rhythm.by === 'schedule' ? rhythm.schedule.cron : 'interval';
}

it.each([5, 10, 20, 50])('what no one cron says is never called one by %i runs of practice', (runs) => {
  const unsayable = practices(runs).filter(({ truth }) => truth === null);

  expect(unsayable.map((practice) => [practice.name, saidOf(practice)])).toEqual(
    unsayable.map(({ name }) => [name, 'nothing']),
  );
});

it.each([5, 10, 20, 50])(
  'what waits after its last run is never called a schedule by %i runs of practice',
  (runs) => {
    const waiting = practices(runs).filter(({ truth }) => truth === 'interval');

    for (const practice of waiting)
      expect(['nothing', 'interval'], practice.name).toContain(saidOf(practice));
  },
);

it('seven in ten schedules of practice are found to the minute by twenty runs', () => {
  const schedules = practices(20).filter(({ truth }) => truth !== null && truth !== 'interval');

  expect(schedules).toHaveLength(10);
  expect(schedules.filter((practice) => saidOf(practice) === practice.truth)).toHaveLength(7);
});
