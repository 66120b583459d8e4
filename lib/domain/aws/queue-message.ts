import { type Instant, isoOf } from '../instant.ts';
import { type AwsEvent, type Fields, accountOfArn, readEvent } from './event.ts';
import { DEAD_LETTER } from './job-rows.ts';

/** A message of the queue of events. */
export interface EventMessage {
  id: string;
  body: string;
  attributes: Readonly<Record<string, string | undefined>>;
  sentAt: Instant;
  /** Of the queue that it came by. */
  queueArn?: string;
}

/**
 * The event that a message brings; undefined of one that brings none. A dead letter is known by the attributes that EventBridge
 * gives its message, and by nothing in its body. One that was to come to this queue itself, and was moved here, is the event in
 * its body.
 */
export function eventIn({ id, body, attributes, sentAt, queueArn }: EventMessage): AwsEvent | undefined {
  const isLetter = 'SCHEDULE_ARN' in attributes || 'RULE_ARN' in attributes;
  const target = attributes['TARGET_ARN'];
  const isOurs = target !== undefined && target === queueArn;
  if (isLetter && !isOurs) return deadLetterOf(attributes, { id, sentAt });
  try {
    return readEvent(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * A dead letter of EventBridge Scheduler or of a rule, by the attributes of its message, as an event. Its body is what the
 * target was to get, and is not read. Undefined where the attributes say of nothing.
 */
function deadLetterOf(
  attributes: Readonly<Record<string, string | undefined>>,
  { id, sentAt }: { id: string; sentAt: Instant },
): AwsEvent | undefined {
  const { SCHEDULE_ARN, RULE_ARN } = attributes;
  const arn = SCHEDULE_ARN ?? RULE_ARN;
  const account = accountOfArn(arn ?? null);
  const region = arn?.split(':')[3];
  if (arn === undefined || account === null || !region) return undefined;
  return {
    source: DEAD_LETTER,
    detailType: SCHEDULE_ARN === undefined ? 'Rule' : 'Schedule',
    account,
    region,
    time: isoOf(sentAt),
    resources: [],
    detail: attributes as Fields,
    id,
  };
}
