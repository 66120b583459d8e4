import { useSignal } from '@preact/signals';
import { showError } from '../state/toasts.ts';
import { Icon } from './icon.tsx';

const COPIED_MS = 2_000;

/** Copies a text; `name` says what: `Copy ping URL`. */
export function Copy({ text, name = 'Copy' }: { text: string; name?: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, COPIED_MS);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <button class="button quiet copy" type="button" aria-label={name} title={name} onClick={copy}>
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      <span role="status">{isCopied.value ? 'Copied' : ''}</span>
    </button>
  );
}

/** A command or a text to be copied, as it stands; `name` says what it is. */
export function CodeBlock({ text, name }: { text: string; name: string }) {
  return (
    <div class="code">
      {/* Long lines scroll, which a keyboard has to reach. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
      <Copy text={text} name={`Copy ${name}`} />
    </div>
  );
}
