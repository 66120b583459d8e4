import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useShortcuts } from '../../state/keys.ts';
import type { Row } from './monitor.ts';
import type { WindowHandle } from './row-window.tsx';
import { isSelected, select } from './selection.ts';

/** The keys of the list. The row that was last gone to is known by its monitor, wherever sorting puts it. */
export function useRowKeys(
  rows: readonly Row[],
  { handle, search }: { handle: RefObject<WindowHandle | null>; search: RefObject<HTMLInputElement | null> },
): void {
  const shown = useRef(rows);
  shown.current = rows;
  const at = useRef<string | null>(null);
  const move = (step: number) => {
    const list = shown.current;
    const before = list.findIndex(({ monitor }) => monitor.id === at.current);
    const next = before < 0 ? (handle.current?.firstSeen() ?? 0) : before + step;
    const index = Math.min(list.length - 1, Math.max(0, next));
    at.current = list[index]?.monitor.id ?? null;
    if (at.current !== null) handle.current?.focus(index);
  };
  const pick = () => {
    const row = shown.current.find(({ monitor }) => monitor.id === at.current);
    if (row?.monitor.active) select([row.monitor.id], !isSelected(row.monitor.id));
  };
  useShortcuts(() => [
    { key: '/', what: 'Search', run: () => search.current?.focus() },
    { key: 'j', what: 'Next monitor', run: () => move(1) },
    { key: 'k', what: 'Previous monitor', run: () => move(-1) },
    { key: 'Enter', what: 'Open the monitor' },
    { key: 'x', what: 'Select the monitor', run: pick },
  ]);
}
