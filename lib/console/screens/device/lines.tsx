import { CodeBlock } from '../../parts/copy.tsx';
import type { Equipment } from './machine.ts';

/** What is pasted on the machine later on. */
export function Lines({ lines }: { lines: Equipment['comandos'] }) {
  if (!lines) return null;
  const shown = [
    [
      'comecar',
      'Send what is picked',
      'Again after each change of what is measured: it replaces its own line.',
    ],
    ['conferir', 'Check it', 'Says whether the line is there and cron runs.'],
    ['remover', 'Take it away', 'The crontab is then as it was, to the byte.'],
  ] as const;
  return (
    <section class="step">
      <details>
        <summary>Lines for the machine</summary>
        {shown.map(([name, label, what]) => {
          const line = lines[name];
          if (line === null) return null;
          return (
            <div key={name} class="address">
              <h3>{label}</h3>
              <p class="hint">{what}</p>
              <CodeBlock text={line} name={`line: ${label.toLowerCase()}`} />
            </div>
          );
        })}
      </details>
    </section>
  );
}
