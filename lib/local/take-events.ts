import { newUuid } from '../adapters/ids.ts';
import type { SQSBatchResponse } from 'aws-lambda';
import { hashOf } from '../adapters/ids.ts';
import { needsOf } from '../areas/areas.ts';
import type { CoreDeps } from '../runtime/deps.ts';
import { scopeOfToken } from '../data/accounts/space-tokens.ts';
import { isFields, type AwsEvent } from '../domain/aws/event.ts';
import { pastOf, signalOf } from '../domain/aws/job-signal.ts';
import type { AwsHome } from '../domain/aws/job-name.ts';
import { isNameWanted } from '../domain/aws/names-setting.ts';
import { isOwnPing } from '../domain/aws/own-ping.ts';
import { eventIn, type EventMessage } from '../domain/aws/queue-message.ts';
import type { EventsGiven, LocalParts } from './gateway/local-routes.ts';
import { contextOf, type LocalHandler } from './service-handlers.ts';

/** Brings events to the function as its queue does, in batches, one after the other, each for the first time. */
export function eventsTaker(core: CoreDeps, handler: LocalHandler): LocalParts['events'] {
  const { config, clock, table } = core;
  return async (sent, { key, ...said }) => {
    const messages = sent.map((event) => messageOf(event, clock.now()));
    const read = messages.flatMap((message) => eventIn(message) ?? []);
    if (read.length === 0 && sent.length > 0) return 'unreadable';
    const { account = '', region = '' } = read[0] ?? {};
    const given = { ...said, account: said.account ?? account, region: said.region ?? region };
    const ignored = read.filter((event) => !isSignal(core, event, given)).length;
    const size = needsOf('aws').awsEvents?.batch ?? 1;
    let failed = 0;
    try {
      for (let from = 0; from < messages.length; from += size) {
        // For each batch, which takes them as it begins: another call may bring those of another owner meanwhile.
        config.awsEvents = { ...given, key: { text: key } };
        const batch = { Records: messages.slice(from, from + size).map(recordOf) };
        const { batchItemFailures } = (await handler(batch, contextOf('aws'))) as SQSBatchResponse;
        failed += batchItemFailures.length;
      }
    } catch (error) {
      // Asked only now, so that a batch costs here what it costs in a deployment.
      if (await scopeOfToken(table, 'ingest', hashOf(key))) throw error;
      return 'unknown_key';
    }
    return { events: sent.length, failed, unreadable: sent.length - read.length, ignored };
  };
}

/** Calls the function `hook` as `lambda:InvokeFunction` does: by JSON, with its answer or what it threw. */
export function hookCaller({ config, table }: CoreDeps, handler: LocalHandler): LocalParts['hook'] {
  return async (event, key) => {
    config.awsEvents = { key: { text: key }, account: '', names: [], aliases: {} };
    try {
      return { answer: (await handler(event, contextOf('hook'))) as object };
    } catch (error) {
      if (!(await scopeOfToken(table, 'ingest', hashOf(key)))) return 'unknown_key';
      const { name: errorType, message: errorMessage } = error as Error;
      return { errorType, errorMessage };
    }
  };
}

/** Whether the function makes a sign of a job of it, or a ping. */
function isSignal(
  { clock }: CoreDeps,
  event: AwsEvent,
  { names, ...home }: AwsHome & Pick<EventsGiven, 'names'>,
): boolean {
  const now = clock.now();
  if (isOwnPing(event)) return pastOf(event, now) === null;
  const isWanted = (name: string) => isNameWanted(names, name);
  return signalOf(event, { home, now, isWanted }).is === 'signal';
}

/** A message as `aws sqs receive-message` prints a dead letter stands for itself; all else is the body of one. */
function messageOf(event: unknown, sentAt: number): EventMessage {
  const letter = isFields(event) && isFields(event['MessageAttributes']) ? event['MessageAttributes'] : {};
  const attributes = Object.entries(letter).map(([name, value]) => {
    const text = isFields(value) ? value['StringValue'] : undefined;
    return [name, typeof text === 'string' ? text : undefined] as const;
  });
  return { id: newUuid(), body: bodyOf(event), attributes: Object.fromEntries(attributes), sentAt };
}

/** Empty of what is nested too deep to be written again, which no event is. */
function bodyOf(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    return '';
  }
}

function recordOf({ id, body, attributes, sentAt }: EventMessage) {
  const said = Object.entries(attributes).map(
    ([name, stringValue]) =>
      [name, { dataType: 'String', ...(stringValue !== undefined && { stringValue }) }] as const,
  );
  return {
    messageId: id,
    receiptHandle: '',
    body,
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(sentAt) },
    messageAttributes: Object.fromEntries(said),
  };
}
