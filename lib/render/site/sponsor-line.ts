import type { Sponsor } from '../../domain/site/partners.ts';
import { markup, type Markup } from '../markup.ts';

/** Who is shown in a place of a page, said as what it is; nothing where nobody is. */
export function sponsorLine(sponsors: readonly Sponsor[]): Markup | null {
  if (sponsors.length === 0) return null;
  const each = sponsors.map(
    ({ name, url, text }) =>
      markup`<p>Sponsored by <a href="${url}" rel="sponsored noopener noreferrer">${name}</a>: ${text}</p>`,
  );
  return markup`${each}`;
}
