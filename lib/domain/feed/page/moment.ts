import { type Instant, isoOf } from '../../instant.ts';
import { type Markup, markup } from '../markup.ts';

/** Words for a moment, with the exact instant (UTC, to the second) for machines and on hover. */
export function moment(at: Instant, words: string): Markup {
  const iso = isoOf(at).slice(0, 19);
  return markup`<time datetime="${iso}Z" title="${exactly(at)}">${words}</time>`;
}

/** `2026-08-01 03:00:12 UTC` */
export function exactly(at: Instant): string {
  return `${isoOf(at).slice(0, 19).replace('T', ' ')} UTC`;
}
