import { MARK_STROKES } from '../../render/mark.ts';

/** The mark and the name, which lead to where the page begins. */
export function Brand({ href }: { href: string }) {
  return (
    <a class="brand" href={href}>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path d={MARK_STROKES.plain} />
      </svg>
      Rollcall
    </a>
  );
}
