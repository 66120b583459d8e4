import type { ComponentChildren } from 'preact';

interface RowProps {
  name: string;
  /** Beside its name. */
  beside?: ComponentChildren;
  hint: ComponentChildren;
  children?: ComponentChildren;
}

/** Somebody or something of a list, and what can be done with it. */
export function Row({ name, beside, hint, children }: RowProps) {
  return (
    <li>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {beside}
      </p>
      <p class="hint">{hint}</p>
      {children}
    </li>
  );
}
