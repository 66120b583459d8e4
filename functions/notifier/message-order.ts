import type { SQSRecord } from 'aws-lambda';
import type { QueueMessage } from '../../lib/adapters/queue.ts';

/**
 * Messages of one group are worked off one after the other. A slow receiver of one owner must not delay the alerts of
 * others.
 */
export function orderGroupOf(message: QueueMessage | undefined): string {
  switch (message?.kind) {
    case 'alert':
      return message.monitorId;
    case 'group':
      return message.alerts[0]?.monitorId ?? '';
    case 'confirm':
      return message.addressHash;
    default:
      return '';
  }
}

/** Sorts the messages of a group in the order in which their alerts were decided; the queue keeps none. */
export function placeOf(message: QueueMessage | undefined): string {
  switch (message?.kind) {
    case 'alert':
      return message.sk;
    case 'group':
      return message.alerts[0]?.sk ?? '';
    default:
      return '';
  }
}

/** The message of a record; undefined when it cannot be read. */
export function messageOf(record: SQSRecord): QueueMessage | undefined {
  try {
    const message = JSON.parse(record.body) as QueueMessage;
    return ['alert', 'group', 'confirm'].includes(message.kind) ? message : undefined;
  } catch {
    return undefined;
  }
}
