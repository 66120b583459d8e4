import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Stretch } from '../../domain/monitors/day/planned.ts';
import { clock } from '../state/clock.ts';

export const HOUR_MS = 3_600_000;
const MARKED_HOURS = 3;
const RULED_HOURS = 6;

/** What all parts of the picture share. */
export interface Axis {
  day: Stretch;
  time: (at: number) => string;
  /** How far a moment is from the left, in percent. */
  percent: (at: number) => number;
  /** The hour that is told in words, by its number of the day. */
  hour: Signal<number>;
  hours: number;
  /** Each third hour as clocks show it, and where it lies, in percent. */
  marks: readonly { hour: number; x: number }[];
}

export function axisOf(day: Stretch, time: Axis['time'], hour: Axis['hour']): Axis {
  const { from, to } = day;
  const hours = Math.ceil((to - from) / HOUR_MS);
  const percent = (at: number) => Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)));
  const shown = Array.from({ length: hours }, (_, at) => from + at * HOUR_MS).map((at) => ({
    hour: Number(time(at).slice(0, 2)),
    x: percent(at),
  }));
  const marks = shown.filter((mark) => mark.hour % MARKED_HOURS === 0);
  return { day, time, percent, hour, hours, marks };
}

/** The hour that is told in words. */
export function chosenHour({ day, hour, hours }: Axis): Stretch {
  const from = day.from + Math.min(hour.value, hours - 1) * HOUR_MS;
  return { from, to: Math.min(day.to, from + HOUR_MS) };
}

interface GroundProps {
  axis: Axis;
  height: number;
  children: ComponentChildren;
}

/** What a lane lies on: the chosen hour, lines each six hours, and the present. A press chooses the hour. */
export function Ground({ axis, height, children }: GroundProps) {
  const { day, percent, hour, hours, marks } = axis;
  const { from, to } = chosenHour(axis);
  const x = percent(from);
  return (
    <svg
      width="100%"
      height={height}
      aria-hidden="true"
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const ms = ((clientX - left) / width) * (day.to - day.from);
        hour.value = Math.min(hours - 1, Math.max(0, Math.floor(ms / HOUR_MS)));
      }}
    >
      <rect class="chosen" x={`${x}%`} width={`${percent(to) - x}%`} height={height} />
      {marks.map(
        ({ hour: shown, x: at }) =>
          shown % RULED_HOURS === 0 && <rect key={at} class="rule" x={`${at}%`} width="1" height={height} />,
      )}
      {children}
      {clock.value > day.from && clock.value < day.to && (
        <rect class="now" x={`${percent(clock.value)}%`} width="1.5" height={height} />
      )}
    </svg>
  );
}
