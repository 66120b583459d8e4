import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../contract/errors.ts';
import { feedPageSecurity } from '../domain/feed/feed-page-security.ts';
import { missingPage } from '../domain/feed/missing-page.ts';
import { errorReply, textReply, type LambdaReply } from './replies.ts';

/** The 404 of a path that is no operation's: a page for a browser under `/s/`, where people open links; else JSON. */
export function nowhereReply(event: APIGatewayProxyEventV2): LambdaReply {
  if (!isBrowsedFeed(event))
    return errorReply(new Refusal('not_found', 'There is nothing at this path.'), event);
  const headers = { 'content-type': 'text/html; charset=utf-8', ...feedPageSecurity };
  return textReply(404, missingPage(), event, headers);
}

/** Scripts name no type or any; a browser that opens a link names HTML. */
function isBrowsedFeed({ rawPath, headers }: APIGatewayProxyEventV2): boolean {
  return /^\/s(\/|$)/.test(rawPath) && /\btext\/html\b/i.test(headers['accept'] ?? '');
}
