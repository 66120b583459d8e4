import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Shown } from '../../parts/shown.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { runText } from '../../words/run-text.ts';
import { RunStrip } from './run-strip.tsx';
import type { Monitor } from './monitor.ts';

type Run = Output<'listRuns'>['runs'][number];

const SHOWN_RUNS = '100';

/** The last runs: how each ended as a strip, and how long it took as a chart. */
export function Runs({ id, duration }: { id: string; duration: Monitor['duration'] }) {
  const runs = useRemote('listRuns', { params: { id }, query: { limit: SHOWN_RUNS } });
  return (
    <section class="step">
      <h2>Runs</h2>
      <Shown of={runs}>
        {({ runs: all }) => (
          <>
            <RunStrip runs={all} />
            <Durations runs={all} duration={duration} />
          </>
        )}
      </Shown>
    </section>
  );
}

function Durations({ runs, duration }: { runs: readonly Run[]; duration: Monitor['duration'] }) {
  const measured = runs.flatMap(({ ended_at: at, duration_ms: ms }) =>
    at === null || ms === null ? [] : [{ at: Date.parse(at), ms }],
  );
  const isShown = measured.length > 1;
  const Chart = useLoaded(isShown, loadChart);
  const words = durationWords(duration);
  if (!isShown) return <p class="hint">{words ?? 'Runs are measured when the job tells its start, too.'}</p>;
  return (
    <figure class="chart">
      <figcaption>{words}</figcaption>
      {Chart && <Chart runs={measured} p50Ms={duration?.p50_ms ?? null} maxMs={duration?.max_ms ?? null} />}
    </figure>
  );
}

/** Its words stand there without the chart. */
const loadChart = async () => (await import('../../charts/duration-chart.tsx')).DurationChart;

function durationWords(duration: Monitor['duration']): string | null {
  const { samples, p50_ms: p50, max_ms: max } = duration ?? {};
  if (!samples || p50 == null || max == null) return null;
  return `Half of the last ${samples} measured runs took ${runText(p50)} or less; the longest ${runText(max)}.`;
}
