import { COLLECTORS } from '../../../domain/machines/collectors/collector.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notices.tsx';
import type { Made } from './machine.ts';

type Setup = Made['setup'];

/** How a collector is set up: by one line, or by hand. */
export function ChannelSetup({ made: { channel, setup }, onClose }: { made: Made; onClose: () => void }) {
  const isShownOnce = setup.connection.credential.startsWith('hpc_');
  return (
    <div class="setup">
      <h3>Set up {COLLECTORS[channel.collector].label}</h3>
      <Notice>
        {isShownOnce
          ? 'The credential is in the setup below and is not shown again. If you lose it, replace it.'
          : '<CREDENTIAL> stands for the credential, which was shown once. If you lost it, replace it.'}
      </Notice>
      {setup.installation && <Command text={setup.installation.oneLine} label="All in one line, as root" />}
      <details open={setup.installation === null}>
        <summary>By hand, as root</summary>
        <ByHand setup={setup} />
      </details>
      {setup.companions.map(({ title, note, content }) => (
        <details key={title}>
          <summary>{title}</summary>
          <p class="hint">{note}</p>
          {content !== '' && <CodeBlock text={content} name={title} />}
        </details>
      ))}
      <p class="actions">
        <Button onClick={onClose}>Close setup</Button>
      </p>
    </div>
  );
}

function ByHand({ setup: { files, steps } }: { setup: Setup }) {
  return (
    <>
      {steps.note !== '' && <p class="hint">{steps.note}</p>}
      <Command text={steps.fresh} label="Install it" />
      {files.map(({ name, path, owner, mode, put, content }) => (
        <div key={name} class="address">
          <Command text={put} label={`Write ${path ?? name}`} />
          <details open={put === null}>
            <summary>
              The file {path ?? name}
              {owner !== null && mode !== null && ` (${owner}, ${mode})`}
            </summary>
            <CodeBlock text={content} name={`file ${name}`} />
          </details>
        </div>
      ))}
      <Command text={steps.start} label="Start it" />
      <Command text={steps.foreground} label="Or run in the foreground" />
      <Command text={steps.verify} label="Check it" />
    </>
  );
}

function Command({ text, label }: { text: string | null; label: string }) {
  if (text === null) return null;
  return (
    <div class="address">
      <h4>{label}</h4>
      <CodeBlock text={text} name={label} />
    </div>
  );
}
