import { feedPageSecurity } from '../render/feed/feed-page-security.ts';
import { missingPage } from '../render/feed/missing-page.ts';
import type { Call, Reply } from './call.ts';
import { houseReply, notFoundReply } from './replies.ts';

/** The 404 of a path that is no operation's: a page for a browser under `/s/`, where people open links; else JSON. */
export function nowhereReply(call: Call): Reply {
  if (!isBrowsedFeed(call)) return notFoundReply(call);
  const headers = { 'content-type': 'text/html; charset=utf-8', ...feedPageSecurity };
  return houseReply(404, missingPage(), call, headers);
}

/** Scripts name no type or any; a browser that opens a link names HTML. */
function isBrowsedFeed({ path, headers }: Call): boolean {
  return /^\/s(\/|$)/.test(path) && /\btext\/html\b/i.test(headers['accept'] ?? '');
}
