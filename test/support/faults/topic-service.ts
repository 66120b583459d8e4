import type { IncomingMessage, ServerResponse } from 'node:http';
import { awsTargetOf, type AwsKind } from '../../../lib/domain/alerts/sending/aws-target.ts';
import { eventPutIn, publishedIn } from '../../../lib/local/topics/published-message.ts';

/** By whom topics and buses are told here. */
export const OPS = 'ops@rollcall.example';

const PLACE = '111122223333';

/** The topic or bus of a number, of whatever kind. */
export function arnOf(number: number): string {
  const name = `room-${number}`;
  return [
    `arn:aws:sns:eu-central-1:${PLACE}:${name}`,
    `arn:aws:sns:eu-central-1:${PLACE}:${name}.fifo`,
    `arn:aws:events:us-east-1:${PLACE}:event-bus/${name}`,
  ][number % 3] as string;
}

/** What the owner may be told by: all that a life names. */
export const BINDINGS = Array.from({ length: 300 }, (_, number) => ({ arn: arnOf(number), owner: OPS }));

/** A message of a topic or bus: where it went, and the alert in it. */
export interface TopicAlert {
  arn: string;
  kind: AwsKind;
  json: Record<string, unknown>;
}

/** What a request tells a topic or bus; undefined where it is for none, or AWS would not take it. */
export function topicAlertIn(contentType: string, body: string): TopicAlert | undefined {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  const isEvent = contentType === 'application/x-amz-json-1.1';
  const said = isForm ? publishedIn(new URLSearchParams(body)) : isEvent ? eventPutIn(body) : undefined;
  const target = awsTargetOf(said?.arn ?? '');
  if (!said || !target) return undefined;
  return {
    arn: target.arn,
    kind: target.kind,
    json: (said['message'] ?? said['detail']) as TopicAlert['json'],
  };
}

export const topicAlertOf = ({ headers }: IncomingMessage, body: string): TopicAlert | undefined =>
  topicAlertIn(headers['content-type'] ?? '', body);

/** A bus says with 200 what it did not take. */
export function refuse(response: ServerResponse, alert: TopicAlert | undefined): void {
  if (alert?.kind !== 'event_bus') return void response.writeHead(500).end('{}');
  response
    .writeHead(200)
    .end('{"FailedEntryCount":1,"Entries":[{"ErrorCode":"InternalFailure","ErrorMessage":"Not now."}]}');
}
