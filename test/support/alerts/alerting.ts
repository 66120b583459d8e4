import { runCheck } from '../../../functions/checker/checker.ts';
import { notifierHandler, type TimeLeft } from '../../../functions/notifier/notifier.ts';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { CheckQueue } from '../../../lib/adapters/check-queue.ts';
import { openQueue, type Queue, type QueueMessage } from '../../../lib/adapters/queue.ts';
import { listAlerts } from '../../../lib/data/alerts/alerts.ts';
import type { Alert } from '../../../lib/domain/alerts/alert.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import type { NotifierDeps } from '../../../lib/runtime/deps.ts';
import type { TestService } from '../service/service.ts';

/** For checks whose rest waits for the next one. */
export const noChecks: CheckQueue = { send: async () => {} };

/** A queue whose messages are kept, and delivered to nobody. */
export const keptQueue = (sent: QueueMessage[] = []): Queue => ({
  send: async (messages) => void sent.push(...messages),
  postpone: async () => {},
  deadLetter: async () => {},
});

/** The ledger of a monitor, oldest first. */
export async function ledgerOf(service: TestService, monitorId: string): Promise<Alert[]> {
  return (await listAlerts(service.core.table, monitorId, { limit: 500 })).toReversed();
}

/** Runs the check while the queue takes nothing: what it decided is recorded, its messages are lost. */
export async function checkWithQueueDown(service: TestService): Promise<void> {
  const queue = openQueue(service.core.config);
  const down = () => Promise.reject(new Error('The queue is down.'));
  const deps = { ...service.core, queue: { ...queue, send: down }, checks: noChecks, metrics: noMetrics };
  await runCheck(deps, () => true);
}

/** The path of the page on which an address agrees, by the mail that asks it; throws where the mail names none. */
export function consentPathIn(text: string | null | undefined): string {
  const [link = ''] = /https?:\/\/[^\s"<>]+\/email\/[^\s"<>]+/.exec(text ?? '') ?? [];
  return new URL(link).pathname;
}

/** Puts messages on the service's queue, as a duplicate would come. */
export function enqueue(service: TestService, ...messages: QueueMessage[]): Promise<void> {
  return openQueue(service.core.config).send(messages);
}

/** One call of a notifier with other dependencies than the service's own; returns the ids it reports as failed. */
export async function notifyWith(
  service: TestService,
  { timeLeft, ...changed }: Partial<NotifierDeps> & { timeLeft?: TimeLeft },
  ...messages: QueueMessage[]
): Promise<string[]> {
  const handle = notifierHandler({ ...notifierDeps(service.core, noMetrics), ...changed });
  const Records = messages.map((message, index) => ({
    messageId: `message-${index}`,
    receiptHandle: `handle-${index}`,
    body: JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:alerts',
    awsRegion: 'us-east-1',
  }));
  const { batchItemFailures } = await handle({ Records }, timeLeft && { getRemainingTimeInMillis: timeLeft });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** The bodies of what was given up on; reading takes them off the queue's view for a while. */
export async function deadLettersOf(service: TestService): Promise<QueueMessage[]> {
  const { queues, standIns: endpoints, region } = service.core.config;
  const client = new SQSClient({
    region,
    endpoint: endpoints.sqs,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: queues.givenUp, MaxNumberOfMessages: 10 }),
  );
  client.destroy();
  return Messages.map((message) => JSON.parse(message.Body ?? '{}') as QueueMessage);
}

/** The messages of a monitor's alerts that are still to be told. */
export async function pendingOf(service: TestService, monitorId: string): Promise<QueueMessage[]> {
  const alerts = await ledgerOf(service, monitorId);
  return alerts
    .filter((alert) => alert.state === 'pending')
    .map((alert) => ({ kind: 'alert', tenant: monitorId, monitorId, sk: alert.sk }));
}
