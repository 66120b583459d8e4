import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import { filledTemplate } from '../../domain/alerts/sending/body-template.ts';
import { chatOfKind, isPager } from '../../domain/alerts/sending/channel-kind.ts';
import type { ChannelSending } from '../../domain/alerts/sending/sending.ts';
import { awsRequest } from './aws-requests.ts';
import type { AlertRequest } from './chat-body.ts';
import { groupBodyFor } from './chat-list-body.ts';
import { type Page, pagerRequests } from './pager-requests.ts';
import { templateValues } from './template-values.ts';
import type { Told } from './told.ts';

/** Where alerts go, and how. */
export interface Destination {
  url: string;
  /** As the URL alone has it, where nothing is said. */
  sending: ChannelSending | undefined;
  hashOf: Page['hashOf'];
  /** Whose it is; asked for by what leads to AWS alone. */
  ownerKind?: string | undefined;
}

/**
 * The requests that tell alerts, in their order. Repeated they do no harm, and all of them have to arrive. Throws a RangeError
 * where only a chat takes several alerts in one message.
 */
export function requestsFor(
  { url, sending, hashOf, ownerKind = '' }: Destination,
  contents: Told[],
): AlertRequest[] {
  if (!sending) return [{ method: 'POST', url, ...groupBodyFor(url, contents) }];
  const aws = awsTargetOf(url);
  if (aws) return contents.map((content) => awsRequest(aws, { content, hashOf, ownerKind }));
  const to = { url, sending, hashOf };
  const { kind, headers } = sending;
  const requests = isPager(kind)
    ? contents.flatMap((content) => pagerRequests({ ...to, content }, kind))
    : [kind === 'webhook' ? ownRequest(url, sending, contents) : chatRequest(to, contents)];
  return requests.map((each) => ({ ...each, headers: { ...headers, ...each.headers } }));
}

/** A webhook as its owner wants it: what has no template is the JSON. */
function ownRequest(url: string, sending: ChannelSending, contents: Told[]): AlertRequest {
  const { method, contentType, bodyDown, bodyUp } = sending;
  const usual = groupBodyFor(url, contents, null);
  const [content] = contents;
  const template = content?.kind === 'recovery' ? bodyUp : bodyDown;
  if (method === 'GET') return { method, url, contentType: usual.contentType, body: '' };
  if (!content || template === null) return { method, url, ...usual };
  const body = filledTemplate(template, contentType, templateValues(content));
  return { method, url, contentType: `${contentType}; charset=utf-8`, body };
}

function chatRequest({ url, sending, hashOf }: Omit<Page, 'content'>, contents: Told[]): AlertRequest {
  const body = groupBodyFor(url, contents, chatOfKind(sending.kind), sending);
  if (sending.kind !== 'matrix') return { method: 'POST', url, ...body };
  return { method: 'PUT', url: inTransaction(url, transactionOf(contents, hashOf)), ...body };
}

/**
 * A server of Matrix takes a transaction once, so a message that came without an answer does not come twice. Another group
 * with the same first alert is another transaction: what is new in it would be lost.
 */
function transactionOf(contents: readonly Told[], hashOf: Page['hashOf']): string {
  const ids = contents.map(({ alertId }) => alertId);
  const [only = ''] = ids;
  return ids.length === 1 ? only : `msg_${hashOf(ids.toSorted().join(' ')).slice(0, 32)}`;
}

function inTransaction(room: string, transaction: string): string {
  const url = new URL(room);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${transaction}`;
  return url.href;
}
