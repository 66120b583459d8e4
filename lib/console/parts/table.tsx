import type { ComponentChildren } from 'preact';

export interface Column {
  label: string;
  /** Its cells are signs, so its label is read out and not seen. */
  isMark?: boolean;
  /** Shown where there is room only. */
  isWide?: boolean;
  /** Numbers end in one line. */
  isNumber?: boolean;
}

/** A table with a name and the labels of its columns; children are its rows. Wider than the page, it scrolls by itself. */
export function Table({
  name,
  columns,
  children,
}: {
  name: string;
  columns: readonly Column[];
  children: ComponentChildren;
}) {
  return (
    <div class="table" role="region" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ label, isWide, isNumber, isMark }) => (
              <th
                key={label}
                scope="col"
                class={[isWide && 'wide', isNumber && 'number'].filter(Boolean).join(' ')}
              >
                {isMark ? <span class="unseen">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
