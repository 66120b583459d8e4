import { useRemote } from '../api/use-remote.ts';
import { clock } from '../state/clock.ts';
import { zone } from '../state/zone.ts';
import { calendarDays, DAY_MIN, type CalendarDay } from './run-calendar.ts';

/** As many as one call gives. */
const RUNS_READ = '500';
const HOURS = [0, 6, 12, 18, 24];
const HEIGHT = 12;
/** Minutes, of what takes less. */
const SEEN_MIN = 14;

interface CalendarProps {
  monitor: { id: string; cron: string | null; tz: string | null };
}

/** The last runs of a monitor by day and time of day, with the times that they were due at. */
export function RunCalendar({ monitor: { id, cron, tz } }: CalendarProps) {
  const input = { params: { id }, query: { limit: RUNS_READ } };
  const read = useRemote('listRuns', input, { isPolled: false }).value.value;
  const runs = (read?.runs ?? []).flatMap(
    ({ outcome, started_at: started, ended_at: ended, duration_ms: ms }) => {
      const at = started ?? ended;
      return at === null ? [] : [{ outcome, at: Date.parse(at), ms: ms ?? 0 }];
    },
  );
  if (runs.length === 0) return null;
  const days = calendarDays(runs, cron === null ? null : { cron, tz: tz ?? 'UTC' }, {
    now: clock.value,
    zone: zone.value,
  });
  const shown = days.flatMap((day) => day.runs);
  const failed = shown.filter(({ outcome }) => outcome === 'fail').length;
  const count = shown.length === 1 ? '1 run' : `${shown.length} runs`;
  return (
    <section class="step">
      <h2>By day and time</h2>
      <p class="hint">
        {count}, {failed} of them failed.
        {cron !== null && ' Lines mark when one was due.'}
      </p>
      <div
        class="calendar"
        role="img"
        aria-label={`${count} by day and time of day, ${failed} of them failed`}
      >
        {days.map((day) => (
          <DayRow key={day.at} day={day} />
        ))}
        <span />
        <span class="hours">
          {HOURS.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}</span>
          ))}
        </span>
      </div>
    </section>
  );
}

function DayRow({ day: { at, runs, due } }: { day: CalendarDay }) {
  return (
    <>
      <span>{dayText(at).replace(',', '')}</span>
      <svg viewBox={`0 0 ${DAY_MIN} ${HEIGHT}`} preserveAspectRatio="none">
        {HOURS.slice(1, -1).map((hour) => (
          <rect key={hour} class="rule" x={hour * 60} width={1.5} height={HEIGHT} />
        ))}
        {due.map((minute) => (
          <rect key={minute} class="due" x={minute - 1} width={3} height={HEIGHT} />
        ))}
        {runs.map(({ outcome, from, length }) => (
          <rect
            key={from}
            class={outcome}
            x={Math.min(from, DAY_MIN - SEEN_MIN)}
            // A failure is seen by its height, too.
            y={outcome === 'fail' ? 0 : 3}
            width={Math.max(SEEN_MIN, length)}
            height={outcome === 'fail' ? HEIGHT : HEIGHT - 6}
          />
        ))}
      </svg>
    </>
  );
}

const dayText = (at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: zone.value,
  }).format(at);
