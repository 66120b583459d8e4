import { csrfToken } from '../api/csrf.ts';
import { drop, showToast, showError } from './toasts.ts';

export interface Undoable {
  /** What has happened as far as the person sees: `“nightly backup” is deleted.` */
  text: string;
  /** Tells the service; called once, after the delay. Has to go on when the page is left (`keepalive`). */
  send: () => Promise<unknown>;
  /** How many calls that is. @default 1 */
  calls?: number;
  /** Shows again what was there: after an undo, and where the service did not take it. */
  revert: () => void;
  /** After it was sent and taken, such as a reload. */
  done?: () => void;
}

/** How long a deletion can be taken back. */
const UNDO_MS = 10_000;

/**
 * So many calls wait at most. A page that is left sends them all at once and never hears what became of them:
 * a browser takes 256 of a page, and the service as many as all its callers leave room for.
 */
export const UNDO_MAX = 20;

/** What waits, the oldest first, with the number of its calls. */
const waiting = new Map<() => void, number>();

/**
 * Puts off what cannot be taken back later, of which there are at most `UNDO_MAX` calls. The caller has shown it as done
 * already. What waits already goes earlier where it would be too much otherwise.
 */
export function undoable({ text, send, calls = 1, revert, done }: Undoable, delayMs = UNDO_MS): void {
  // A page that is left has no time to ask for it.
  void csrfToken().catch(() => undefined);
  const go = () => {
    clearTimeout(timer);
    if (!waiting.delete(go)) return;
    drop(toast);
    send().then(done, (error: unknown) => {
      revert();
      showError(error);
    });
  };
  const undo = () => {
    clearTimeout(timer);
    if (waiting.delete(go)) revert();
  };
  let inAll = calls;
  for (const each of waiting.values()) inAll += each;
  for (const [before, each] of waiting) {
    if (inAll <= UNDO_MAX) break;
    inAll -= each;
    before();
  }
  waiting.set(go, calls);
  const timer = setTimeout(go, delayMs);
  const toast = showToast(text, { forMs: null, action: { label: 'Undo', run: undo } });
}

/** Sends at once what still waits: the page may not come again. */
export function sendWaiting(): void {
  for (const go of waiting.keys()) go();
}
