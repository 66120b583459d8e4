import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { AwsEventsConfig } from '../../lib/config/groups.ts';
import { required } from '../../lib/config/config.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { JobSignal } from '../../lib/domain/aws/job-signal.ts';
import { monitorOfOwnPing, saysHowOften } from '../../lib/flows/aws/own-ping.ts';
import { reachedSpace, unknownNoter, type ReachedSpace } from '../../lib/flows/aws/reached-space.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { monitorMaker, type MakeMonitor } from './make-monitor.ts';
import { readEventMessage, type ReadMessage } from './read-message.ts';
import { recordRun } from './record-run.ts';

/** Jobs worked on side by side. */
const AT_ONCE = 5;

interface Received {
  record: SQSRecord;
  read: Exclude<ReadMessage, { is: 'unread' }>;
}

/** Under what settings events are taken in, which another call may have others of. */
interface Taking extends ReachedSpace {
  settings: AwsEventsConfig;
  make: MakeMonitor;
  note: ReturnType<typeof unknownNoter>;
}

/**
 * The Lambda handler of what EventBridge reports of jobs, of what it could not start, and of pings by identity. Events of one
 * job are recorded in the order of their times; one that fails is handed out again, and lands among the dead letters in the end.
 */
export function awsHandler(deps: AwsDeps) {
  const reached = reachedSpace(deps);
  const [make, note] = [monitorMaker(deps), unknownNoter(deps)];
  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    rethrowRedacted(deps.log, async () => {
      const settings = required(deps.config.awsEvents, 'whose events of AWS it takes in');
      return takeIn(deps, { settings, make, note, ...(await reached()) }, event.Records);
    });
}

async function takeIn(
  deps: AwsDeps,
  taking: Taking,
  records: readonly SQSRecord[],
): Promise<SQSBatchResponse> {
  const failed = new Set<string>();
  const trying = async (record: SQSRecord, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      deps.log.error('operation_failed', error);
      failed.add(record.messageId);
    }
  };
  const received: Received[] = [];
  for (const record of records)
    await trying(record, async () => {
      const read = readEventMessage(deps, taking.settings, record);
      if (read?.is === 'unread') await taking.note(taking.spaceId, read.unknown);
      else if (read) received.push({ record, read });
    });
  const jobs = [...Map.groupBy(received, ({ read }) => read.of).values()];
  await sideBySide(jobs, AT_ONCE, async (job) => {
    for (const each of job.toSorted((a, b) => a.read.signal.saidAt - b.read.signal.saidAt))
      await trying(each.record, () => takeOne(deps, taking, each));
  });
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

async function takeOne(deps: AwsDeps, taking: Taking, { record, read }: Received): Promise<void> {
  const monitor = read.is === 'job' ? await ofJob(taking, read.signal) : await pinged(deps, taking, read);
  const isAgain = record.attributes.ApproximateReceiveCount !== '1';
  if (monitor) await recordRun(deps, monitor, read.signal, isAgain);
}

const ofJob = ({ key, make }: Taking, { slug, title: sentAs }: JobSignal) =>
  make({ key, slug, sentAs, intervals: [], learns: true });

/** The monitor of a ping; what meets none is kept for the owner to see. */
async function pinged(
  deps: AwsDeps,
  { key, spaceId, make, note }: Taking,
  { target, shown }: Extract<ReadMessage, { is: 'ping' }>,
) {
  try {
    if (target.by === 'id' || !saysHowOften(target))
      return (await monitorOfOwnPing(deps, key, target)).monitor;
    const { slug, sentAs, intervals, schedule } = target;
    const monitor = await make({ key, slug, sentAs, intervals, schedule });
    if (!monitor) await note(spaceId, { ...shown, detail: NO_ROOM });
    return monitor;
  } catch (error) {
    // What may pass is handed out again.
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    await note(spaceId, { ...shown, detail: error.detail ?? error.code });
    return undefined;
  }
}

const NO_ROOM =
  'No monitor was created: the allowance is used up, or too many new names came within the hour.';
