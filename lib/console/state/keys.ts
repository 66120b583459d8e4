import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  key: string;
  /** For the help: `Next monitor`. */
  what: string;
  /** Without it the browser itself does that, and the key is in the help alone. */
  run?: (event: KeyboardEvent) => void;
}

/** All that work now, the last ones first where two have the same key. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Shortcuts of a component while it is there. */
export function useShortcuts(made: () => readonly Shortcut[], dependencies: readonly unknown[] = []): void {
  useEffect(() => {
    const own = made();
    shortcuts.value = [...own, ...shortcuts.value];
    return () => {
      shortcuts.value = shortcuts.value.filter((each) => !own.includes(each));
    };
  }, dependencies);
}

export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyped(event.target))
      return;
    if (document.querySelector('dialog[open]')) return;
    const found = shortcuts.value.find(({ key }) => key === event.key);
    if (!found?.run) return;
    event.preventDefault();
    found.run(event);
  });
}

/** Where letters are text. */
function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
