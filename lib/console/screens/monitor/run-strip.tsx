import type { Output } from '../../api/operations.ts';
import { clock } from '../../state/clock.ts';
import { relativeText } from '../../words/relative-text.ts';
import { runText } from '../../words/run-text.ts';

type Run = Output<'listRuns'>['runs'][number];

const WORDS: Record<Run['outcome'], string> = { success: 'success', fail: 'failure', running: 'running' };

/** The last runs as a strip, oldest first: each a bar with what it was on hover. */
export function RunStrip({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return <p class="hint">No run yet.</p>;
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
}: Run): string {
  const at = ended ?? started;
  const when = at === null ? '' : ` ${relativeText(Date.parse(at), clock.peek())}`;
  const took = ms === null ? '' : `, took ${runText(ms)}`;
  const exit = code === null || code === 0 ? '' : `, exit code ${code}`;
  return `${WORDS[outcome]}${when}${took}${exit}`;
}
