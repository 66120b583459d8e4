import uPlot from 'uplot';
import { zone } from '../state/zone.ts';

const HEIGHT = 200;
const FONT = '12px system-ui, sans-serif';
/** Beside a label. */
const GAPS = 16;

/** What all charts share; `words` writes a value of the scale. */
export function chartOptions(
  target: HTMLElement,
  words: (value: number) => string,
): Pick<uPlot.Options, 'width' | 'height' | 'axes' | 'scales' | 'cursor' | 'tzDate'> {
  const axis: uPlot.Axis = {
    stroke: colourOf('--soft'),
    grid: { stroke: colourOf('--rule'), width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  return {
    width: target.clientWidth,
    height: HEIGHT,
    // So that marks stand at full hours and midnights of that zone.
    tzDate: (sec) => uPlot.tzDate(new Date(sec * 1000), zone.peek()),
    scales: { y: { range: (_, min, max) => [Math.min(0, min), max === 0 ? 1 : max * 1.1] } },
    axes: [
      { ...axis, size: 28, values: timeWords },
      { ...axis, size: widthOf, values: (_, values) => values.map(words) },
    ],
    cursor: { points: { size: 7 } },
  };
}

/** A colour of the sheet in the present theme, such as `--series-1`. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** As wide as the longest label: one that is cut reads as another value. */
function widthOf({ ctx }: uPlot, labels: string[] | null): number {
  ctx.font = FONT;
  return GAPS + Math.max(0, ...(labels ?? []).map((label) => ctx.measureText(label).width));
}

/** What the times of a chart are, which come first among its series. */
export const TIMES: uPlot.Series = {
  label: 'Time',
  value: (_, sec) => (sec === null ? '–' : inZone({ ...DAY, ...TIME }).format(sec * 1000)),
};

const inZone = (of: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...of, timeZone: zone.peek() });
const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_SEC = 86_400;

/** Moments of the scale in the person's zone: the time alone, or the day where they are days apart. */
function timeWords(_: uPlot, seconds: number[]): string[] {
  const [first = 0, second = first] = seconds;
  const format = inZone(second - first >= DAY_SEC ? DAY : TIME);
  return seconds.map((each) => format.format(each * 1000));
}
