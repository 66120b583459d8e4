import { CodeBlock } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notices.tsx';
import type { Equipment } from './machine.ts';

/** The line that starts sending, until something came. */
export function FirstReading({ lines }: { lines: Equipment['comandos'] }) {
  const line = lines?.comecar ?? lines?.agora ?? null;
  if (line === null)
    return (
      <Notice>
        The machine has nothing to send with. Install curl or wget there, then make it anew here: what a
        machine told does not change.
      </Notice>
    );
  return (
    <>
      <h2>Start sending</h2>
      <p>
        {lines?.instalar === null
          ? 'It has no crontab, so have something else run this line each minute.'
          : 'Paste this into its terminal. It puts one line into your crontab and sends at once.'}
      </p>
      <CodeBlock text={line} name="line that starts sending" />
      <div class="heard waiting">
        <p role="status">
          <span class="pulse" aria-hidden="true" /> Waiting for the first reading. Charts appear by
          themselves.
        </p>
      </div>
    </>
  );
}
