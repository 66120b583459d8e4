import type { Instant } from '../domain/instant.ts';
import { required, type Config } from '../config/config.ts';
import { openSqs, sendBatches } from './sqs.ts';

/** A shard that a run had to leave, and where in it to go on. */
export interface ShardMessage {
  kind: 'shard';
  shard: number;
  /** The last item that was met; null begins with the oldest. */
  after: { pk: string; sk: string; dueAt: Instant } | null;
  /** Of a pass in two parts: in the first, what fell due later than this. Absent in a message of an earlier release. */
  newerThan?: Instant;
  /** In the second, what fell due until then. */
  upTo?: Instant;
  /** When the check began that is so continued. */
  since: Instant;
}

export interface CheckQueue {
  /** Sends messages; throws when one was not accepted, once all were tried. The next tick does what is lost. */
  send(messages: readonly ShardMessage[]): Promise<void>;
}

/** The queue on SQS by which a check that falls behind goes on. A call that gets no answer fails within 5 s. */
export function openCheckQueue(config: Pick<Config, 'queues' | 'standIns' | 'region'>): CheckQueue {
  const client = openSqs(config);
  return {
    send: (messages) =>
      sendBatches(
        client,
        required(config.queues.checks, 'the queue of checks'),
        messages.map((message) => ({ message })),
      ),
  };
}
