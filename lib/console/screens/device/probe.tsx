import { useSignal } from '@preact/signals';
import { CodeBlock } from '../../parts/copy.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import type { Device } from '../devices/machines.ts';
import { PastedChecks, type Terminal } from './pasted-checks.tsx';

const WAYS = [
  { id: 'line', label: 'Linux, macOS, FreeBSD' },
  { id: 'powershell', label: 'Windows' },
  { id: 'posix', label: 'Without a download' },
] as const;

/** How a machine tells what it is: by one line, or by the outputs of short checks. */
export function Probe({ device, onTold }: { device: Device; onTold: () => Promise<void> }) {
  const way = useSignal<string>('line');
  const terminal: Terminal = way.value === 'powershell' ? 'powershell' : 'posix';
  return (
    <section class="step">
      <h2>Let it report what it is</h2>
      <p>
        Once, within an hour: its system, its shell and what can be measured. No host name, no user, no
        address.
      </p>
      <Tabs
        name="Terminals"
        tabs={WAYS}
        chosen={way.value}
        onChoose={(id) => {
          way.value = id;
        }}
      >
        {way.value === 'line' ? (
          <Line device={device} />
        ) : (
          <PastedChecks key={terminal} device={device} terminal={terminal} onTold={onTold} />
        )}
      </Tabs>
    </section>
  );
}

function Line({ device: { sonda } }: { device: Device }) {
  if (!sonda) return null;
  return (
    <>
      <p class="hint">Run it in a terminal on the machine. It installs nothing and needs no root.</p>
      <CodeBlock text={sonda.envia} name="report line" />
      <details>
        <summary>Preview what it sends</summary>
        <CodeBlock text={sonda.mostra} name="preview line" />
      </details>
      <div class="heard waiting">
        <p role="status">
          <span class="pulse" aria-hidden="true" /> Waiting for the machine. This page continues by itself.
        </p>
      </div>
    </>
  );
}
