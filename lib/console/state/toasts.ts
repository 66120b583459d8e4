import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { inWords } from '../words/wire-words.ts';

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  /** A button, and what it does before the toast goes. */
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6_000;
const ERROR_SHOWN_MS = 12_000;

export const toasts = signal<readonly Toast[]>([]);

/** The ids of the dialogs that are open, the one on top last. Messages stand in it: whatever else there is is out of reach. */
export const dialogs = signal<readonly string[]>([]);

let made = 0;

/** Shows something for a few seconds; `forMs` null leaves it until `drop`. Returns its id. */
export function showToast(
  text: string,
  {
    forMs = SHOWN_MS,
    isError = false,
    action,
  }: { forMs?: number | null; isError?: boolean; action?: Toast['action'] } = {},
): number {
  made += 1;
  const id = made;
  toasts.value = [...toasts.value, { id, text, isError, ...(action && { action }) }];
  if (forMs !== null) setTimeout(() => drop(id), forMs);
  return id;
}

export function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Does what a toast offers. */
export function act({ id, action }: Toast): void {
  drop(id);
  action?.run();
}

/** Takes the last deletion back that can be. */
export function undoLast(): void {
  const last = toasts.value.findLast(({ action }) => action);
  if (last) act(last);
}

/** Shows why something that a person asked for did not work. */
export function showError(error: unknown): void {
  const text =
    error instanceof ApiError ? inWords(error.message) : 'That did not work. Try reloading the page.';
  showToast(text, { isError: true, forMs: ERROR_SHOWN_MS });
}
