import { MARK_FIELD, MARK_STROKES, type MarkVariant } from './mark.ts';
import { type Markup, markup } from './markup.ts';

/** The mark and the word that stand at the top of each page. */
export function brand(): Markup {
  return markup`<b class="brand">${markOf('plain')}Rollcall</b>`;
}

/** What stands there on a page that has a title of its own. */
export function titled(title: string): Markup {
  return markup`<b class="brand">${markOf('plain')}<bdi>${title}</bdi></b>`;
}

/** The same as the way to the console, for those whose monitors it shows. */
export function brandLink(): Markup {
  return markup`<a class="brand" href="/app">${markOf('plain')}Rollcall</a>`;
}

/** The mark in a page, in the colours that `.mark` gives it; the words beside it say what it means. */
export function markOf(variant: MarkVariant): Markup {
  const { side, radius, stroke } = MARK_FIELD;
  return markup`<svg class="mark" viewBox="0 0 ${side} ${side}" aria-hidden="true"><rect width="${side}" height="${side}" rx="${radius}" stroke="none"/><path d="${MARK_STROKES[variant]}" fill="none" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
