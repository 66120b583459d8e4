import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { runText } from '../words/relative-text.ts';
import { chartOptions, colourOf, TIMES } from './chart-options.ts';

interface DurationChartProps {
  /** Newest first; times in milliseconds. */
  runs: readonly { at: number; ms: number; isFailed: boolean }[];
  p50Ms: number | null;
  maxMs: number | null;
}

/** How long runs took, one point each, with the median and the longest as lines. */
export function DurationChart({ runs, p50Ms, maxMs }: DurationChartProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = root.current;
    if (!target) return;
    const inOrder = runs.toReversed();
    const flat = (ms: number | null) => inOrder.map(() => ms);
    const failed = inOrder.map(({ ms, isFailed }) => (isFailed ? ms : null));
    const { axes = [], ...options } = chartOptions(target, axisText);
    const chart = new uPlot(
      {
        ...options,
        axes: axes.map((axis, at) => (at === 0 ? axis : { ...axis, incrs: ROUND_MS })),
        series: [
          TIMES,
          {
            label: 'Run',
            stroke: colourOf('--series-1'),
            width: 1.5,
            points: { show: true, size: 5 },
            value: (_, ms) => wordsOf(ms),
          },
          {
            label: 'Failed',
            stroke: colourOf('--late'),
            width: 0,
            points: { show: true, size: 9, fill: colourOf('--late') },
            value: (_, ms) => wordsOf(ms),
          },
          {
            label: 'Median',
            stroke: colourOf('--soft'),
            dash: [4, 4],
            points: { show: false },
            value: () => wordsOf(p50Ms),
          },
          {
            label: 'Longest',
            stroke: colourOf('--notice'),
            dash: [2, 4],
            points: { show: false },
            value: () => wordsOf(maxMs),
          },
        ],
      },
      [inOrder.map(({ at }) => at / 1000), inOrder.map(({ ms }) => ms), failed, flat(p50Ms), flat(maxMs)],
      target,
    );
    const watch = new ResizeObserver(() =>
      chart.setSize({ width: target.clientWidth, height: chart.height }),
    );
    watch.observe(target);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [runs, p50Ms, maxMs]);
  return <div class="plot" ref={root} role="img" aria-label="Durations of the last runs" />;
}

/** The legend asks for no run while none is pointed at. */
function wordsOf(ms: number | null): string {
  return ms === null ? '–' : runText(ms);
}

/** What people count in: seconds, minutes and hours that a clock has marks for. */
const ROUND_MS = (
  [
    [1, [1, 2, 5, 10, 20, 50, 100, 200, 500]],
    [1_000, [1, 2, 5, 10, 15, 30]],
    [60_000, [1, 2, 5, 10, 15, 30]],
    [3_600_000, [1, 2, 3, 6, 12, 24, 48, 96]],
  ] as const
).flatMap(([unit, counts]) => counts.map((count) => count * unit));

const axisText = (ms: number) => (ms === 0 ? '0' : runText(ms));
