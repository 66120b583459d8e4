import { shellWord } from '../../../../render/escape.ts';
import { call, newKey } from '../../../api/call.ts';
import type { Output } from '../../../api/operations.ts';
import type { Remote } from '../../../api/remote.ts';
import { viewer } from '../../../api/viewer.ts';
import { Button } from '../../../parts/button.tsx';
import { CodeBlock } from '../../../parts/copy.tsx';
import { paid } from '../../../paying/paying.ts';
import { showToast } from '../../../state/toasts.ts';
import { expectedWords } from '../../../words/status-words.ts';
import { inWords } from '../../../words/wire-words.ts';
import type { Shown } from '../monitor.ts';
import { settled } from './settled.ts';

type Found = Output<'getProposal'>;
type Proposal = Found['proposals'][number];

interface ProposedProps {
  proposal: Proposal;
  shown: Shown;
  found: Remote<Found>;
  onDismiss: (id: string) => Promise<void>;
}

/** What each would change, which tells buttons apart that read alike. */
const CHANGES: Record<Proposal['kind'], string> = {
  rhythm: 'schedule',
  moved: 'schedule',
  more_often: 'schedule',
  zone: 'time zone',
  early: 'grace',
  grace: 'grace',
  interval: 'interval',
  run_limit: 'run limit',
};

/** One proposal: its line with the sum, what takes or dismisses it, and what else its runs fit. */
export function Proposed({ proposal, shown, found, onDismiss }: ProposedProps) {
  const { id, kind, text, patch, alternatives } = proposal;
  const what = CHANGES[kind];
  const take = (alternative?: number) =>
    settled([found, shown], async () => {
      const input = { params: { id: shown.value.id }, body: { proposal: id, alternative } };
      const key = newKey();
      const taken = await paid((by) => call('takeProposal', input, { key, ...by }));
      shown.set(taken);
      showToast(`Applied. Now expected: ${expectedWords(taken)}.`);
    });
  return (
    <li>
      <p>{inWords(text)}</p>
      <div class="actions">
        <Button label={`Apply: ${what}`} onClick={() => take()}>
          Apply
        </Button>
        <Button kind="quiet" label={`Dismiss: ${what}`} onClick={() => onDismiss(id)}>
          Dismiss
        </Button>
      </div>
      {alternatives.length > 0 && (
        <details>
          <summary>Other schedules that fit ({alternatives.length})</summary>
          <ul>
            {alternatives.map((other, at) => (
              <li key={other.text}>
                <p>{other.text}</p>
                <Button label={`Apply this one: ${other.text}`} onClick={() => take(at)}>
                  Apply this one
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>For programs</summary>
        <CodeBlock text={patchLine(shown.value.id, patch)} name={`call that applies the ${what}`} />
      </details>
    </li>
  );
}

/** The call that does the same, with the token of its owner still to be put in. */
function patchLine(id: string, patch: Proposal['patch']): string {
  return [
    `curl -X PATCH ${shellWord(`${location.origin}/api/endpoints/${id}`)}`,
    `-H "${viewer.value === 'guest' ? 'X-Guest-Token: $TOKEN' : 'X-Api-Key: $APIKEY'}"`,
    "-H 'Content-Type: application/json'",
    `-d ${shellWord(JSON.stringify(patch))}`,
  ].join(' \\\n  ');
}
