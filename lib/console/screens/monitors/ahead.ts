import { computed, signal } from '@preact/signals';
import { allMonitors } from './all-monitors.ts';
import { rowOf, type Monitor, type Row } from './monitor.ts';

/** What was asked of the service and is shown as done already, by the id of the monitor; null is deleted. */
const ahead = signal<ReadonlyMap<string, Partial<Monitor> | null>>(new Map());

/** Shows a change before the service has it, until `unshow`. */
export function showAhead(changes: Iterable<readonly [id: string, change: Partial<Monitor> | null]>): void {
  ahead.value = new Map([...ahead.value, ...changes]);
}

/** Shows again what the service says. */
export function unshow(ids: Iterable<string>): void {
  const left = new Map(ahead.value);
  for (const id of ids) left.delete(id);
  ahead.value = left;
}

/** Each monitor once worked out as a row: a poll brings few that are new. */
const made = new WeakMap<Monitor, Row>();

/** All rows as they are shown. */
export const rows = computed<readonly Row[]>(() => {
  const found: Row[] = [];
  for (const monitor of allMonitors.value.value?.monitors ?? []) {
    const change = ahead.value.get(monitor.id);
    if (change === null) continue;
    if (change) found.push(rowOf({ ...monitor, ...change }));
    else found.push(rowMade(monitor));
  }
  return found;
});

function rowMade(monitor: Monitor): Row {
  const known = made.get(monitor);
  if (known) return known;
  const row = rowOf(monitor);
  made.set(monitor, row);
  return row;
}
