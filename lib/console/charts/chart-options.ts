import type uPlot from 'uplot';

const HEIGHT = 200;

/** What all charts share; `words` writes a value of the scale. */
export function chartOptions(
  target: HTMLElement,
  words: (value: number) => string,
): Pick<uPlot.Options, 'width' | 'height' | 'axes' | 'scales' | 'cursor'> {
  const axis: uPlot.Axis = {
    stroke: colourOf('--soft'),
    grid: { stroke: colourOf('--rule'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return {
    width: target.clientWidth,
    height: HEIGHT,
    scales: { y: { range: (_, min, max) => [Math.min(0, min), max === 0 ? 1 : max * 1.1] } },
    axes: [axis, { ...axis, size: 70, values: (_, values) => values.map(words) }],
    cursor: { points: { size: 7 } },
  };
}

/** A colour of the sheet in the present theme, such as `--series-1`. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
