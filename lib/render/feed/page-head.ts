import { faviconOf } from '../mark.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { MARK_OF, type Mood } from './headline.ts';
import { PAGE_STYLE } from './page-style.ts';

const NOINDEX = markup`<meta name="robots" content="noindex">
`;

/** The head of a page under `/s/` or `/status/`: kept out of search engines and Referers, with the one stylesheet the policy allows. A page of its owner's may be listed. */
export function pageHead(
  title: string,
  mood: Mood,
  links: Markup | null = null,
  { style = PAGE_STYLE, isIndexed = false }: { style?: string; isIndexed?: boolean } = {},
): Markup {
  return markup`<head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
${isIndexed ? null : NOINDEX}<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${faviconOf(MARK_OF[mood])}">
${links}<style>${trustedMarkup(style)}</style></head>`;
}
