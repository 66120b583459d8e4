import { type Instant, isoOf } from '../../instant.ts';
import { type Markup, markup } from '../markup.ts';

/** Words for a moment, with the exact instant (UTC, to the second) for machines and on hover. */
export function moment(at: Instant, words?: string): Markup {
  const second = isoOf(at).slice(0, 19);
  const exact = `${second.replace('T', ' ')} UTC`;
  return markup`<time datetime="${second}Z" title="${exact}">${words ?? exact}</time>`;
}
