import { brand } from '../brand.ts';
import { markup } from '../markup.ts';
import { pageHead } from './page-head.ts';

/** Why there is nothing to see, in one sentence that is the same for every form of a feed. */
export const NO_FEED = 'There is no status feed at this address. It may have been replaced by a new one.';

/** The same of a status page. */
export const NO_PAGE = 'There is no status page at this address. It may have been replaced by a new one.';

/**
 * The 404 page of a browser under `/s/` and `/status/`, to be sent with `feedPageSecurity`. It repeats nothing of the address and is
 * the same whether the feed never was, has ended or is asked for with an unknown ending.
 */
export function missingPage(why: typeof NO_FEED | typeof NO_PAGE = NO_FEED): string {
  const title = why === NO_FEED ? 'No status feed here' : 'No status page here';
  return String(markup`<!doctype html>
<html lang="en">${pageHead(title, 'empty')}
<body>
<header class="empty"><p class="top">${brand()}</p><h1>${title}</h1></header>
<main><p class="lead">${why} Check that the address is complete, or ask its owner for the new one.</p></main>
</body></html>
`);
}
