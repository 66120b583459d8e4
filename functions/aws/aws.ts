import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { hashOf } from '../../lib/adapters/ids.ts';
import { keptText } from '../../lib/adapters/secrets.ts';
import type { AwsEventsConfig } from '../../lib/config/groups.ts';
import { required } from '../../lib/config/config.ts';
import { scopeOfToken } from '../../lib/data/accounts/space-tokens.ts';
import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { signalOf, type JobSignal } from '../../lib/domain/aws/job-signal.ts';
import { isNameWanted } from '../../lib/domain/aws/names-setting.ts';
import { eventIn } from '../../lib/domain/aws/queue-message.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';
import { remembered } from '../../lib/runtime/memory/remembered.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { monitorMaker, type MakeMonitor } from './make-monitor.ts';
import { recordRun } from './record-run.ts';

/** Jobs worked on side by side. */
const AT_ONCE = 5;
/** A key that was rotated is read anew after so long. */
const KEY_KNOWN_MS = 5 * MINUTE_MS;

interface Received {
  record: SQSRecord;
  signal: JobSignal;
}

/** Under what settings events are taken in, which another call may have others of. */
interface Taking {
  settings: AwsEventsConfig;
  make: (signal: JobSignal) => ReturnType<MakeMonitor>;
}

/**
 * The Lambda handler of what EventBridge reports of jobs, and of what it could not start. Events of one job are recorded in the
 * order of their times; one that fails is handed out again, and lands among the dead letters in the end.
 */
export function awsHandler(deps: AwsDeps) {
  const keys = remembered<string>(deps.clock, 1, () => KEY_KNOWN_MS);
  const make = monitorMaker(deps);
  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    rethrowRedacted(deps.log, async () => {
      const settings = required(deps.config.awsEvents, 'whose events of AWS it takes in');
      const { key: kept } = settings;
      const key = await keys.of(JSON.stringify(kept), async () => (await keptText(kept, deps.config)).trim());
      // Without its owner nothing is ignored: the events wait, and the operator hears of them.
      if (!(await scopeOfToken(deps.table, 'ingest', hashOf(key))))
        throw new Error('The ingest key of awsEvents is none.');
      return takeIn(deps, { settings, make: (signal) => make(key, signal) }, event.Records);
    });
}

async function takeIn(
  deps: AwsDeps,
  { settings, make }: Taking,
  records: readonly SQSRecord[],
): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  const fail = ({ messageId }: SQSRecord, error: unknown) => {
    deps.log.error('operation_failed', error);
    failed.push(messageId);
  };
  const received = records.flatMap((record): Received[] => {
    try {
      const signal = signalIn(deps, settings, record);
      return signal ? [{ record, signal }] : [];
    } catch (error) {
      fail(record, error);
      return [];
    }
  });
  const jobs = [...Map.groupBy(received, ({ signal }) => signal.slug).values()];
  await sideBySide(jobs, AT_ONCE, async (job) => {
    for (const { record, signal } of job.toSorted((a, b) => a.signal.saidAt - b.signal.saidAt)) {
      try {
        const monitor = await make(signal);
        const isAgain = record.attributes.ApproximateReceiveCount !== '1';
        if (monitor) await recordRun(deps, monitor, signal, isAgain);
      } catch (error) {
        fail(record, error);
      }
    }
  });
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** What a message says of a job; undefined of what says nothing. */
function signalIn(
  { config: { region }, clock, log }: AwsDeps,
  { account, names, aliases }: AwsEventsConfig,
  record: SQSRecord,
): JobSignal | undefined {
  const event = eventOf(record);
  if (!event) {
    log.warn('aws_event_unreadable');
    return undefined;
  }
  const isWanted = (name: string) => isNameWanted(names, name);
  const read = signalOf(event, { home: { account, aliases, region }, now: clock.now(), isWanted });
  return read.is === 'signal' ? read.signal : undefined;
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
