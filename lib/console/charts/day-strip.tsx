import { chosenHour, Ground, HOUR_MS, type Axis } from './day-axis.tsx';

export const SLOT_MS = HOUR_MS / 4;
const STRIP_PX = 40;

/** How many are at work at once, by quarters of an hour, and what chooses the hour. */
export function Strip({ axis, overlaps }: { axis: Axis; overlaps: readonly number[] }) {
  const { day, time, percent, hour, hours, marks } = axis;
  const most = Math.max(1, ...overlaps);
  const width = percent(day.from + SLOT_MS);
  return (
    <div class="day-strip">
      <span class="soft" aria-hidden="true">
        {most === 1 ? 'at work' : `up to ${most} at once`}
      </span>
      <div>
        <Ground axis={axis} height={STRIP_PX}>
          {overlaps.map((count, slot) => (
            <rect
              key={slot}
              class={count > 1 ? 'overlap' : 'alone'}
              x={`${slot * width}%`}
              width={`${width}%`}
              y={STRIP_PX * (1 - count / most)}
              height={(STRIP_PX * count) / most}
            />
          ))}
        </Ground>
        <p class="day-hours soft" aria-hidden="true">
          {marks.map(({ hour: shown, x }) => (
            <span key={x} style={{ left: `${x}%` }}>
              {String(shown).padStart(2, '0')}
            </span>
          ))}
        </p>
        <input
          type="range"
          aria-label="Hour"
          aria-valuetext={time(chosenHour(axis).from)}
          min={0}
          max={hours - 1}
          value={hour.value}
          onInput={({ currentTarget }) => {
            hour.value = Number(currentTarget.value);
          }}
        />
      </div>
    </div>
  );
}
