import type { RefObject } from 'preact';
import type { Row } from './monitor.ts';
import { MonitorRow, isWide } from './monitor-row.tsx';
import { RowWindow, type WindowHandle } from './row-window.tsx';
import { isSelected, select } from './selection.ts';

/** The rows that are shown, under the labels of their columns. */
export function MonitorTable({
  rows,
  handle,
}: {
  rows: readonly Row[];
  handle: RefObject<WindowHandle | null>;
}) {
  const ids = rows.filter(({ monitor }) => monitor.active).map(({ monitor }) => monitor.id);
  const areAll = ids.length > 0 && ids.every(isSelected);
  return (
    <div class="monitors" role="table" aria-label="Monitors" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" class="head">
        <div class="row" role="row" aria-rowindex={1}>
          <div role="columnheader" class="pick">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              checked={areAll}
              onChange={() => select(ids, !areAll)}
            />
          </div>
          {labels().map((label) => (
            <div key={label} role="columnheader">
              {label}
            </div>
          ))}
          <div role="columnheader">
            <span class="unseen">Actions</span>
          </div>
        </div>
      </div>
      <RowWindow rows={rows} handle={handle}>
        {(row, index) => <MonitorRow key={row.monitor.id} row={row} index={index} />}
      </RowWindow>
    </div>
  );
}

function labels(): string[] {
  const wide = isWide.value ? ['Next due', 'Last runs', 'Alerts'] : [];
  return ['State', 'Name', 'Last success', ...wide];
}
