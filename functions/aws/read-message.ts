import type { SQSRecord } from 'aws-lambda';
import type { AwsEventsConfig } from '../../lib/config/groups.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { AwsEvent } from '../../lib/domain/aws/event.ts';
import { nameFrom, shortHash, type AwsHome } from '../../lib/domain/aws/job-name.ts';
import {
  pastOf,
  signalOf,
  timesOf,
  type JobSignal,
  type RunSignal,
} from '../../lib/domain/aws/job-signal.ts';
import { isNameWanted } from '../../lib/domain/aws/names-setting.ts';
import { isOwnPing } from '../../lib/domain/aws/own-ping.ts';
import { eventIn } from '../../lib/domain/aws/queue-message.ts';
import type { UnknownPing } from '../../lib/domain/aws/unknown-pings.ts';
import { readOwnPing, shownTarget, type OwnPingTarget } from '../../lib/flows/aws/own-ping.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';

type Unknown = Pick<UnknownPing, 'name' | 'account' | 'detail'>;

/** What a message says: of a job that AWS runs, or as a ping, which cannot be read at times. */
export type ReadMessage =
  | { is: 'job'; of: string; signal: JobSignal }
  | { is: 'ping'; of: string; signal: RunSignal; target: OwnPingTarget; shown: Omit<Unknown, 'detail'> }
  | { is: 'unread'; unknown: Unknown };

const TAIL_CHARS = 16;

/** What a message says; undefined of what says nothing. */
export function readEventMessage(
  { config, clock, log }: Pick<AwsDeps, 'config' | 'clock' | 'log'>,
  { account, region = config.region, names, aliases }: AwsEventsConfig,
  record: SQSRecord,
): ReadMessage | undefined {
  const event = eventOf(record);
  if (!event) {
    log.warn('aws_event_unreadable');
    return undefined;
  }
  const home = { account, aliases, region };
  const now = clock.now();
  if (isOwnPing(event)) return pastOf(event, now) ? undefined : pingOf(event, home, now);
  const isWanted = (name: string) => isNameWanted(names, name);
  const read = signalOf(event, { home, now, isWanted });
  return read.is === 'signal' ? { is: 'job', of: read.signal.slug, signal: read.signal } : undefined;
}

function pingOf(event: AwsEvent, home: AwsHome, now: number): ReadMessage {
  const shown = { name: shownTarget(event.detail), account: event.account };
  try {
    const { target: sent, signal, exitCode, output } = readOwnPing(event.detail);
    const target = sent.by === 'slug' ? { ...sent, ...nameFrom(sent, event, home) } : sent;
    const said = {
      ...signal,
      exitCode,
      output,
      ...timesOf(event, null, now),
      // One by one event, however often a queue brings it; two alike are two.
      tail: shortHash(['ping', event.id], TAIL_CHARS),
      tiesByArrival: true as const,
    };
    return { is: 'ping', of: target.by === 'id' ? target.id : target.slug, signal: said, target, shown };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { is: 'unread', unknown: { ...shown, detail: error.detail ?? error.code } };
  }
}

function eventOf({ body, messageId, attributes, messageAttributes, eventSourceARN }: SQSRecord) {
  const said = Object.entries(messageAttributes).map(
    ([name, { stringValue }]) => [name, stringValue] as const,
  );
  return eventIn({
    id: messageId,
    body,
    attributes: Object.fromEntries(said),
    sentAt: Number(attributes.SentTimestamp),
    queueArn: eventSourceARN,
  });
}
