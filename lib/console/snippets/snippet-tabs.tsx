import { useSignal } from '@preact/signals';
import { CodeBlock } from '../parts/copy.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { keep, kept } from '../state/kept.ts';
import type { SnippetFor } from './docs-snippets.ts';

const CHOSEN = 'rollcall.snippet';

/** What to paste, for the tool that the person uses; the last choice is kept in this browser. */
export function SnippetTabs({ job }: { job: SnippetFor }) {
  const snippets = useLoaded(true, () => import('./docs-snippets.ts'))?.snippetsFor(job) ?? [];
  const chosen = useSignal(kept('localStorage', CHOSEN) ?? 'crontab');
  const shown = snippets.find(({ id }) => id === chosen.value) ?? snippets[0];
  if (!shown) return null;
  const choose = (id: string) => {
    chosen.value = id;
    keep('localStorage', CHOSEN, id);
  };
  return (
    <Tabs name="Tools" tabs={snippets} chosen={shown.id} onChoose={choose}>
      <p class="hint">
        {shown.hint}{' '}
        <a href="/docs/monitors#pings" target="_blank">
          Exit codes, output and run times
        </a>
      </p>
      <CodeBlock text={shown.text} name={`${shown.label} snippet`} />
    </Tabs>
  );
}
