import { useSignal } from '@preact/signals';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../parts/button.tsx';
import { CodeBlock } from '../../../parts/copy.tsx';
import type { RunRow } from './run-rows.ts';

interface RunOutputProps {
  monitor: string;
  /** That came with it. */
  event: string;
  /** Its first line; empty until it is known. */
  line: string;
  /** When the run began, by which a reader tells buttons apart. */
  at: string;
  good: RunRow | undefined;
}

/** The first line of what a job said, and all of it when it is asked for. */
export function RunOutput({ monitor, event, line, at }: RunOutputProps) {
  const output = useSignal<string | null>(null);
  const show = async () => {
    output.value = output.value === null ? await outputOf(monitor, event) : null;
  };
  const word = output.value === null ? 'Show' : 'Hide';
  return (
    <div class="run-output">
      {output.value === null && line !== '' && (
        <code class="first-line">
          <bdi>{line}</bdi>
        </code>
      )}
      <Button kind="quiet" label={`${word} output of the run at ${at}`} onClick={show}>
        {word}
      </Button>
      {output.value !== null && <CodeBlock text={output.value} name="output" />}
    </div>
  );
}

/** What a job sent with an event, or why that cannot be read. */
async function outputOf(monitor: string, event: string): Promise<string> {
  return call('getEventBody', { params: { id: monitor, event } }).catch((error: unknown) =>
    error instanceof ApiError ? error.message : 'It could not be read.',
  );
}
