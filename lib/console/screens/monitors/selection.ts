import { signal } from '@preact/signals';
import { rows } from './rows.ts';
import type { Monitor } from './monitor.ts';

/** The ids of the rows that something will be done with. */
const selected = signal<ReadonlySet<string>>(new Set());

export function isSelected(id: string): boolean {
  return selected.value.has(id);
}

export function select(ids: Iterable<string>, isOn: boolean): void {
  const next = new Set(selected.value);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  selected.value = next;
}

export function selectNone(): void {
  selected.value = new Set();
}

/** Those that are selected and still there, whether the filter shows them or not. */
export function selectedMonitors(): Monitor[] {
  if (selected.value.size === 0) return [];
  return rows.value.flatMap(({ monitor }) =>
    monitor.active && selected.value.has(monitor.id) ? [monitor] : [],
  );
}
