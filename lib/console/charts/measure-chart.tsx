import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { theme } from '../state/theme.ts';
import { measureText, type Measure } from '../words/measure-text.ts';
import { chartDataOf, type Reading } from './chart-data.ts';
import { chartOptions, colourOf, TIMES } from './chart-options.ts';

interface MeasureChartProps {
  measure: Measure;
  /** Newest first. */
  readings: readonly Reading[];
  /** In words, for who does not see it. */
  name: string;
}

/** A measure over time: a line for each of its charted fields, which have one unit. */
export function MeasureChart({ measure, readings, name }: MeasureChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const data = chartDataOf(readings, measure.serie);
  useEffect(() => {
    const target = root.current;
    if (!target) return;
    const made = new uPlot(optionsOf(target, measure), data, target);
    chart.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: target.clientWidth, height: made.height }));
    watch.observe(target);
    return () => {
      watch.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [measure, theme.value]);
  useEffect(() => chart.current?.setData(data), [readings]);
  return <div class="plot" ref={root} role="img" aria-label={name} />;
}

const HEIGHT = 150;

function optionsOf(target: HTMLElement, { painel, serie }: Measure): uPlot.Options {
  const fields = serie.map((id) => painel.find(({ c }) => c === id) ?? { c: id, r: id });
  const format = fields[0]?.f;
  const shared = chartOptions(target, (value) => measureText(value, format));
  return {
    ...shared,
    height: HEIGHT,
    // What one line is needs no legend, but its value under the pointer.
    class: fields.length > 1 ? 'several' : 'one',
    ...(format === 'pct' && { scales: { ...shared.scales, y: { range: [0, 100] } } }),
    series: [
      TIMES,
      ...fields.map(({ r, f }, at) => ({
        label: r,
        stroke: colourOf(`--series-${at + 1}`),
        width: 1.5,
        points: { show: (plot: uPlot) => plot.data[0].length < 3, size: 5 },
        value: (_: uPlot, value: number | null) => measureText(value ?? undefined, f),
      })),
    ],
  };
}
