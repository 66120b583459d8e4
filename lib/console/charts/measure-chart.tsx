import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { theme } from '../state/theme.ts';
import { measureText, type Measure } from '../words/measure-text.ts';
import { chartDataOf, type Reading } from './chart-data.ts';
import { chartOptions, colourOf, TIMES } from './chart-options.ts';

export { Forecast } from './forecast.tsx';

/** At which values of which fields its owner is notified. */
export type ThresholdLines = readonly {
  campo: string;
  acima?: number | undefined;
  abaixo?: number | undefined;
}[];

interface MeasureChartProps {
  measure: Measure;
  thresholds: ThresholdLines;
  /** Newest first. */
  readings: readonly Reading[];
  /** In words, for who does not see it. */
  name: string;
}

/** A measure over time: a line for each of its charted fields, which have one unit. */
export function MeasureChart({ measure, readings, thresholds, name }: MeasureChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const charted = chartDataOf(readings, measure.serie);
  // A line has to be of a number that is drawn, or it stands beside another unit.
  const values = thresholds.flatMap(({ campo, acima, abaixo }) =>
    measure.serie.includes(campo) ? [acima ?? abaixo ?? 0] : [],
  );
  const data: uPlot.AlignedData = [...charted, ...values.map((value) => charted[0].map(() => value))];
  useEffect(() => {
    const target = root.current;
    if (!target) return;
    const made = new uPlot(optionsOf(target, measure, values), data, target);
    chart.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: target.clientWidth, height: made.height }));
    watch.observe(target);
    return () => {
      watch.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [measure, theme.value, values.join(' ')]);
  useEffect(() => chart.current?.setData(data), [readings]);
  return <div class="plot" ref={root} role="img" aria-label={name} />;
}

const HEIGHT = 150;

function optionsOf(
  target: HTMLElement,
  { painel, serie }: Measure,
  thresholds: readonly number[],
): uPlot.Options {
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
      ...thresholds.map((value) => ({
        label: 'Notifies at',
        stroke: colourOf('--late'),
        dash: [4, 4],
        points: { show: false },
        value: () => measureText(value, format),
      })),
    ],
  };
}
