import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { runText } from '../words/relative-text.ts';
import { chartOptions, colourOf, TIMES } from './chart-options.ts';

interface DurationChartProps {
  /** Newest first; times in milliseconds. */
  runs: readonly { at: number; ms: number }[];
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
    const chart = new uPlot(
      {
        ...chartOptions(target, runText),
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
      [inOrder.map(({ at }) => at / 1000), inOrder.map(({ ms }) => ms), flat(p50Ms), flat(maxMs)],
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
