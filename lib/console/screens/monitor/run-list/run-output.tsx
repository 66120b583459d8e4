import { useSignal } from '@preact/signals';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { OutputDifference } from '../../../charts/output-difference.tsx';
import { Button } from '../../../parts/button.tsx';
import { CodeBlock } from '../../../parts/copy.tsx';

interface RunOutputProps {
  monitor: string;
  /** That came with it. */
  event: string;
  /** Its first line; empty until it is known. */
  line: string;
  /** When the run began, by which a reader tells buttons apart. */
  at: string;
  /** Of a failed run the good one before it, and what sets both beside each other. */
  good: { event: string; at: string; Difference: typeof OutputDifference } | undefined;
}

/** The first line of what a job said, all of it when it is asked for, and how it differs from a good run. */
export function RunOutput({ monitor, event, line, at, good }: RunOutputProps) {
  const output = useSignal<string | null>(null);
  const goods = useSignal<string | null>(null);
  const show = async () => {
    output.value = output.value === null ? await outputOf(monitor, event) : null;
    goods.value = null;
  };
  const compare = async () => {
    if (!good || goods.value !== null) {
      goods.value = null;
      return;
    }
    const [own, other] = await Promise.all([outputOf(monitor, event), outputOf(monitor, good.event)]);
    output.value = own;
    goods.value = other;
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
      {good && (
        <Button
          kind="quiet"
          pressed={goods.value !== null}
          label={`Compare the run at ${at} with the good one of ${good.at}`}
          onClick={compare}
        >
          Compare
        </Button>
      )}
      {output.value !== null &&
        (good && goods.value !== null ? (
          <good.Difference good={goods.value} failed={output.value} goodAt={good.at} />
        ) : (
          <CodeBlock text={output.value} name="output" />
        ))}
    </div>
  );
}

/** What a job sent with an event, or why that cannot be read. */
async function outputOf(monitor: string, event: string): Promise<string> {
  return call('getEventBody', { params: { id: monitor, event } }).catch((error: unknown) =>
    error instanceof ApiError ? error.message : 'Cannot read it.',
  );
}
