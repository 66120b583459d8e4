import { feedPageSecurity } from '../render/feed/feed-page-security.ts';
import { missingPage } from '../render/feed/missing-page.ts';
import { plainPageSecurity } from '../render/plain-page.ts';
import { nowherePage } from '../render/site/nowhere-page.ts';
import type { Call, Reply } from './call.ts';
import { houseReply, notFoundReply } from './replies.ts';

/** The 404 of a path that is no operation's: a page with ways on for a browser, JSON else. `/pricing` leads to the prices. */
export function nowhereReply(call: Call): Reply {
  if (!isBrowsed(call)) return notFoundReply(call);
  if (call.path === '/pricing') return houseReply(302, '', call, { location: '/api/pricing' });
  const isFeed = /^\/s(\/|$)/.test(call.path);
  const [page, security] = isFeed ? [missingPage(), feedPageSecurity] : [nowherePage(), plainPageSecurity];
  return houseReply(404, page, call, { 'content-type': 'text/html; charset=utf-8', ...security });
}

/** Scripts name no type or any; a browser that opens a link names HTML. */
function isBrowsed({ headers, method }: Call): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers['accept'] ?? '');
}
