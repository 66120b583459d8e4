import { dateIn, dayIn } from '../../domain/monitors/day/planned.ts';
import { dayAfter } from '../../domain/calendar.ts';
import { useRemote } from '../api/use-remote.ts';
import { clock } from '../state/clock.ts';
import { zone } from '../state/zone.ts';
import { dayOf, jobsOf, jobsToCome } from './day-jobs.ts';
import { DayPicture } from './day-picture.tsx';

/** The next day that is whole: of today a part is over. */
const nextDate = () => dayAfter(dateIn(zone.value, clock.value));

/** The next night of jobs that are not watched yet, as their schedules have it. */
export function NightToCome({ lines }: { lines: Parameters<typeof jobsToCome>[0] }) {
  const day = dayIn(zone.value, nextDate());
  return (
    <>
      <h2>Their night</h2>
      <p class="hint">
        Tomorrow, {nextDate()}, in {zone.value}, by the schedules alone. How long each takes is seen once they
        run.
      </p>
      <DayPicture day={day} zone={zone.value} jobs={jobsToCome(lines, day)} />
    </>
  );
}

/** The next night of all that is watched by now. */
export function WatchedNight() {
  const query = { tz: zone.value, date: nextDate() };
  const read = useRemote('getDay', { query }, { isPolled: false }).value.value;
  if (read === null) return null;
  const jobs = jobsOf(read.endpoints, clock.value);
  return (
    <section class="step wide-step">
      <h2>Your night</h2>
      <p>
        All your monitors, tomorrow. <a href={`/app/day?date=${query.date}`}>Each day of your jobs</a>
      </p>
      <DayPicture day={dayOf(read)} zone={zone.value} jobs={jobs} />
    </section>
  );
}
