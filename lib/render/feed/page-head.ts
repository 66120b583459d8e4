import { type Markup, markup, trustedMarkup } from '../markup.ts';
import type { Mood } from './headline.ts';
import { PAGE_STYLE } from './page-style.ts';

/** One shape per mood as well as one colour, so that a tab can be read without seeing colours. */
const MARKS: Record<Mood, { colour: string; mark: string }> = {
  trouble: { colour: '#c62828', mark: 'M16 7v11M16 23v2' },
  waiting: { colour: '#9a6700', mark: 'M8 16h1M16 16h1M24 16h1' },
  ok: { colour: '#1a7f37', mark: 'M8 17l6 6 11-13' },
  paused: { colour: '#59636e', mark: 'M12 9v14M20 9v14' },
  empty: { colour: '#59636e', mark: 'M9 16h14' },
};

/** The head of a page under `/s/`: kept out of search engines and Referers, with the one stylesheet the policy allows. */
export function pageHead(title: string, mood: Mood, links: Markup | null = null): Markup {
  return markup`<head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${faviconOf(mood)}">
${links}<style>${trustedMarkup(PAGE_STYLE)}</style></head>`;
}

/** The tab's icon as a `data:` URL, so that nothing is fetched for it. */
export function faviconOf(mood: Mood): string {
  const { colour, mark } = MARKS[mood];
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='${colour}'/><path d='${mark}' fill='none' stroke='#fff' stroke-width='4' stroke-linecap='round' stroke-linejoin='round'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
