import { signal } from '@preact/signals';
import type { Monitor } from '../monitor.ts';

/** What a dialog is open for. */
export const asked = signal<{ what: 'pause' | 'tags' | 'delete'; monitors: readonly Monitor[] } | null>(null);

export function closeAsked(): void {
  asked.value = null;
}
