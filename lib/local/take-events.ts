import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import { needsOf } from '../areas/areas.ts';
import type { CoreDeps } from '../runtime/deps.ts';
import { isFields } from '../domain/aws/event.ts';
import type { LocalParts } from './gateway/local-routes.ts';
import { contextOf, type LocalHandler } from './service-handlers.ts';

/** Brings events to the function as its queue does, in batches, one after the other, each for the first time. */
export function eventsTaker({ config, clock }: CoreDeps, handler: LocalHandler): LocalParts['events'] {
  return async (events, { key, ...given }) => {
    const records = events.map((event) => recordOf(event, clock.now()));
    const size = needsOf('aws').awsEvents?.batch ?? 1;
    let failed = 0;
    for (let from = 0; from < records.length; from += size) {
      // For each batch, which takes them as it begins: another call may bring those of another owner meanwhile.
      config.awsEvents = { ...given, key: { text: key } };
      const batch = { Records: records.slice(from, from + size) };
      const { batchItemFailures } = (await handler(batch, contextOf('aws'))) as SQSBatchResponse;
      failed += batchItemFailures.length;
    }
    return failed;
  };
}

/** A message as `aws sqs receive-message` prints a dead letter stands for itself; all else is the body of one. */
function recordOf(event: unknown, now: number) {
  const letter = isFields(event) && isFields(event['MessageAttributes']) ? event['MessageAttributes'] : {};
  const attributes = Object.entries(letter).map(([name, value]) => {
    const text = isFields(value) ? value['StringValue'] : undefined;
    return [name, { dataType: 'String', ...(typeof text === 'string' && { stringValue: text }) }] as const;
  });
  return {
    messageId: randomUUID(),
    receiptHandle: '',
    body: JSON.stringify(event),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(now) },
    messageAttributes: Object.fromEntries(attributes),
  };
}
