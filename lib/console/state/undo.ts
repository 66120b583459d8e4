import { csrfToken } from '../api/csrf.ts';
import { drop, tell, tellError } from './toasts.ts';

export interface Undoable {
  /** What has happened as far as the person sees: `“nightly backup” is deleted.` */
  text: string;
  /** Tells the service; called once, after the delay. Has to go on when the page is left (`keepalive`). */
  send: () => Promise<unknown>;
  /** Shows again what was there: after an undo, and where the service did not take it. */
  revert: () => void;
  /** After it was sent and taken, such as a reload. */
  done?: () => void;
}

/** How long a deletion can be taken back. */
const UNDO_MS = 10_000;

const waiting = new Set<() => void>();

/** Holds back what cannot be taken back later. The caller has shown it as done already. */
export function undoable({ text, send, revert, done }: Undoable, delayMs = UNDO_MS): void {
  // A page that is left has no time to ask for it.
  void csrfToken().catch(() => undefined);
  const go = () => {
    clearTimeout(timer);
    if (!waiting.delete(go)) return;
    drop(toast);
    send().then(done, (error: unknown) => {
      revert();
      tellError(error);
    });
  };
  const undo = () => {
    clearTimeout(timer);
    if (waiting.delete(go)) revert();
  };
  waiting.add(go);
  const timer = setTimeout(go, delayMs);
  const toast = tell(text, { forMs: null, action: { label: 'Undo', run: undo } });
}

/** Sends at once what is still held back: the page may not come again. */
export function sendHeld(): void {
  for (const go of waiting) go();
}
