import { faviconOf } from '../mark.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { MARK_OF, type Mood } from './headline.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The head of a page under `/s/`: kept out of search engines and Referers, with the one stylesheet the policy allows. */
export function pageHead(title: string, mood: Mood, links: Markup | null = null): Markup {
  return markup`<head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${faviconOf(MARK_OF[mood])}">
${links}<style>${trustedMarkup(PAGE_STYLE)}</style></head>`;
}
