import { useSignal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'preact/hooks';
import type { Row } from './monitor.ts';

/** So many rows above and below what is seen are there already. */
const SPARE = 6;
/** Until one is measured, in pixels. */
const ROW_PX = 64;
/** What lies over the rows at the top, and at the bottom. */
const OVER_PX = { top: 112, bottom: 88 };

export interface WindowHandle {
  /** Scrolls to a row, and puts the focus on its link. */
  focus(index: number): void;
  /** The first row that is seen whole. */
  firstSeen(): number;
}

/** A row as it was last rendered. */
interface Made {
  index: number;
  rendered: VNode;
}

interface RowWindowProps {
  rows: readonly Row[];
  handle: RefObject<WindowHandle | null>;
  children: (row: Row, index: number) => VNode;
}

/** Rows of one height, of which only those in view are in the page. The page itself scrolls. */
export function RowWindow({ rows, handle, children }: RowWindowProps) {
  const list = useRef<HTMLDivElement>(null);
  const height = useSignal(ROW_PX);
  const range = useSignal({ first: 0, last: Math.ceil(innerHeight / ROW_PX) });
  const look = () => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const first = Math.max(0, Math.floor(-top / height.value) - SPARE);
    const last = Math.ceil((innerHeight - top) / height.value) + SPARE;
    if (first !== range.value.first || last !== range.value.last) range.value = { first, last };
  };
  const measure = () => {
    const measured = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
    if (measured > 0) height.value = measured;
    look();
  };
  useLayoutEffect(measure, [rows.length > 0]);
  useEffect(() => {
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', measure, { passive: true });
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', measure);
    };
  }, []);
  useImperativeHandle(handle, () => ({
    focus: (index) => {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + index * height.value;
      const below = top + height.value - (innerHeight - OVER_PX.bottom);
      if (top < OVER_PX.top) scrollBy(0, top - OVER_PX.top);
      else if (below > 0) scrollBy(0, below);
      look();
      requestAnimationFrame(() =>
        list.current
          ?.querySelector<HTMLElement>(`[aria-rowindex='${index + 2}'] a`)
          ?.focus({ preventScroll: true }),
      );
    },
    firstSeen: () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      return Math.max(0, Math.ceil((OVER_PX.top - top) / height.value));
    },
  }));
  const last = Math.min(rows.length, range.value.last);
  const first = Math.min(range.value.first, last);
  const made = useMade(rows, first, last, children);
  const style = {
    paddingTop: `${first * height.value}px`,
    paddingBottom: `${(rows.length - last) * height.value}px`,
  };
  return (
    <div class="rows" role="rowgroup" ref={list} style={style}>
      {made}
    </div>
  );
}

/** The rows from `first` to before `last`: while the page scrolls most stay as they are, and are not looked at again. */
function useMade(
  rows: readonly Row[],
  first: number,
  last: number,
  render: RowWindowProps['children'],
): VNode[] {
  const before = useRef<ReadonlyMap<Row, Made>>(new Map());
  const made = rows.slice(first, last).map((row, at): [Row, Made] => {
    const known = before.current.get(row);
    if (known?.index === first + at) return [row, known];
    return [row, { index: first + at, rendered: render(row, first + at) }];
  });
  before.current = new Map(made);
  return made.map(([, { rendered }]) => rendered);
}
