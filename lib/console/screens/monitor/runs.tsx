import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Shown } from '../../parts/shown.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import type { Monitor } from './monitor.ts';
import { clock } from '../../state/clock.ts';
import { durationWords } from '../../words/duration-words.ts';
import { relativeText, runText } from '../../words/relative-text.ts';

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
  const measured = runs.flatMap(({ ended_at: at, duration_ms: ms, outcome }) =>
    at === null || ms === null ? [] : [{ at: Date.parse(at), ms, isFailed: outcome === 'fail' }],
  );
  const isShown = measured.length > 1;
  const Chart = useLoaded(isShown, loadChart);
  const good = measured.filter(({ isFailed }) => !isFailed).map(({ ms }) => ms);
  const words = durationWords(duration, good);
  if (!isShown) return <p class="hint">{words ?? 'To measure runs, have the job signal its start too.'}</p>;
  return (
    <figure class="chart">
      <figcaption>{words}</figcaption>
      {Chart && <Chart runs={measured} p50Ms={duration?.p50_ms ?? null} maxMs={duration?.max_ms ?? null} />}
    </figure>
  );
}

/** Its words stand there without the chart. */
const loadChart = async () => (await import('../../charts/duration-chart.tsx')).DurationChart;

const WORDS: Record<Run['outcome'], string> = { success: 'success', fail: 'failure', running: 'running' };

/** The last runs as a strip, oldest first: each a bar with what it was on hover. */
export function RunStrip({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return <p class="hint">No runs yet.</p>;
  const failed = runs.filter(({ outcome }) => outcome === 'fail').length;
  return (
    <ol class="strip" aria-label={`The last ${runs.length} runs, ${failed} of them failed`}>
      {runs.toReversed().map((run) => (
        <li key={run.id ?? run.started_at} class={run.outcome} title={wordsOf(run)}>
          <span class="unseen">{wordsOf(run)}</span>
        </li>
      ))}
    </ol>
  );
}

function wordsOf({
  outcome,
  ended_at: ended,
  started_at: started,
  duration_ms: ms,
  exit_code: code,
  maintenance,
}: Run): string {
  const at = ended ?? started;
  const when = at === null ? '' : ` ${relativeText(Date.parse(at), clock.peek())}`;
  const took = ms === null ? '' : `, took ${runText(ms)}`;
  const exit = code === null || code === 0 ? '' : `, exit code ${code}`;
  const planned = maintenance === undefined ? '' : `, during maintenance ${maintenance}`;
  return `${WORDS[outcome]}${when}${took}${exit}${planned}`;
}
