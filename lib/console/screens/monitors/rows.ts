import { computed } from '@preact/signals';
import { allMonitors } from './all-monitors.ts';
import { shownAhead } from './changes/optimistic-changes.ts';
import { rowOf, type Monitor, type Row } from './monitor.ts';

/** Each monitor once worked out as a row: a poll brings few that are new. */
const made = new WeakMap<Monitor, Row>();

/** All rows as they are shown. */
export const rows = computed<readonly Row[]>(() => {
  const found: Row[] = [];
  for (const monitor of allMonitors.value.value?.monitors ?? []) {
    const shown = shownAhead(monitor);
    if (shown) found.push(shown === monitor ? rowMade(monitor) : rowOf(shown));
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
