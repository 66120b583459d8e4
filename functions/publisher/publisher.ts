import { WriteConflict } from '../../lib/data/table.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { publishNumbers } from './publish-numbers.ts';
import { publishPanel } from './publish-panel.ts';

/**
 * The Lambda handler that publishes what is due. The numbers and the panel wait for each other's failures no longer than for
 * their work: each is one conditional write, and what a run leaves undone the next one does.
 */
export function publisherHandler(deps: CoreDeps): () => Promise<void> {
  return () =>
    rethrowRedacted(deps.log, async () => {
      const now = deps.clock.now();
      await allDone([unlessDone(publishNumbers(deps, now)), unlessDone(publishPanel(deps, now))]);
    });
}

/** Another run that was quicker has published the same. */
async function unlessDone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
