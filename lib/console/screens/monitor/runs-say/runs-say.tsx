import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import type { Output } from '../../../api/operations.ts';
import type { Remote } from '../../../api/remote.ts';
import { useRemote } from '../../../api/use-remote.ts';
import { Button } from '../../../parts/button.tsx';
import { Shown } from '../../../parts/shown.tsx';
import { place } from '../../../router.ts';
import { showToast } from '../../../state/toasts.ts';
import type { Shown as ShownMonitor } from '../monitor.ts';
import { Proposed } from './proposed.tsx';
import { RUNS_SAY, settled } from './settled.ts';

type Found = Output<'getProposal'>;

/** What the runs of a monitor speak for, each to be taken or dismissed; nothing where there is nothing to say. */
export function RunsSay({ shown }: { shown: ShownMonitor }) {
  const { id, learning, proposal, last_event_at: at } = shown.value;
  const found = useRemote('getProposal', { params: { id } }, { isPolled: false });
  useAgain(found, `${at} ${proposal?.id}`);
  const { proposals, drifts } = found.value.value ?? { proposals: [], drifts: [] };
  const isSaid = learning ?? proposal ?? proposals[0] ?? drifts[0] ?? found.error.value;
  useLedHere(isSaid !== null && isSaid !== undefined);
  if (!isSaid) return null;
  const dismiss = (dismissed: string) =>
    settled([found, shown], async () => {
      await call('dismissProposal', { params: { id }, body: { proposal: dismissed } });
      showToast('It is not shown again. You can still change this under Settings.');
    });
  return (
    <section class="says" aria-labelledby={RUNS_SAY}>
      <h2 id={RUNS_SAY} tabIndex={-1}>
        What its runs show
      </h2>
      {learning && (
        <p>
          Learning: {learning.runs} of {learning.of} runs.{' '}
          <span class="soft">A fitting schedule is proposed here once there are enough.</span>
        </p>
      )}
      <Shown of={found}>
        {(all) => (
          <ul>
            {all.proposals.map((each) => (
              <Proposed key={each.id} proposal={each} shown={shown} found={found} onDismiss={dismiss} />
            ))}
            {all.drifts.map((drift) => (
              <DriftLine key={drift.id} drift={drift} onDismiss={dismiss} />
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

interface DriftProps {
  drift: Found['drifts'][number];
  onDismiss: (id: string) => Promise<void>;
}

/** What a job began to do. There is nothing to take, and nobody is alerted of it. */
function DriftLine({ drift: { id, text }, onDismiss }: DriftProps) {
  return (
    <li>
      <p>
        <strong>Noticed, no alert.</strong> {text}
      </p>
      <Button label={`Don't show again: ${text}`} onClick={() => onDismiss(id)}>
        Don't show again
      </Button>
    </li>
  );
}

/** Asks again when the monitor, which is polled, shows that there may be something else: it costs a look at the history. */
function useAgain(found: Remote<Found>, asOf: string): void {
  const known = useRef(asOf);
  useEffect(() => {
    if (known.current !== asOf) void found.reload();
    known.current = asOf;
  }, [asOf]);
}

/** The mark in the list leads to the box. */
function useLedHere(isThere: boolean): void {
  const { visit } = place.value;
  useEffect(() => {
    if (isThere && location.hash === `#${RUNS_SAY}`) document.getElementById(RUNS_SAY)?.focus();
  }, [isThere, visit]);
}
