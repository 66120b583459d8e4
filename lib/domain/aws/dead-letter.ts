import { type Instant, isoOf } from '../instant.ts';
import { type AwsEvent, type Fields, accountOfArn } from './event.ts';
import { DEAD_LETTER } from './job-rows.ts';

/**
 * A dead letter of EventBridge Scheduler or of a rule, by the attributes of its message, as an event. Its body is what the
 * target was to get, and is not read. Undefined where the attributes say of nothing.
 */
export function deadLetterOf(
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
