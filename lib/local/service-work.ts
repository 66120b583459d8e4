import type { AlertRef } from '../adapters/queue.ts';
import { within } from '../adapters/timeout.ts';
import { functionAreas, needsOf, type FunctionArea } from '../areas/areas.ts';
import type { DeliveryLog } from './queues/delivery-log.ts';
import type { CheckCounts } from './gateway/local-routes.ts';
import { contextOf, timeoutMsOf, type LocalHandler } from './service-handlers.ts';
import type { StandIns } from './stand-ins.ts';
import type { Context } from 'aws-lambda';
import type { LocalQueue } from './queues/queue.ts';

/** A delivery takes ten seconds at most; so long whoever asks for a check by HTTP waits for all that it caused. */
const ANSWERED_WITHIN_MS = 60_000;
/** What the function that takes in a report of the mail service fails at comes to it again so often, as Lambda brings it. */
const REPORTED_AGAIN = 2;
/** Somewhat more than a delivery that is never answered. */
const END_WITHIN_MS = 12_000;

/** What AWS does around the functions that no request wakes. */
export interface ServiceWork {
  /** Works off the alert queue, and what the mail service reports meanwhile. */
  drain(): Promise<void>;
  /** Begins to, beside what is under way; a delivery that takes long holds up nothing else. */
  beginToDrain(): Promise<void>;
  /** The periodic check with all it leaves, then the queue. */
  check(): Promise<CheckCounts>;
  /** The same, which says after a minute what it did not wait for. */
  answeredCheck(): Promise<CheckCounts>;
  /** The same, of which the deliveries are only begun. */
  beginCheck(): Promise<void>;
  /** One tick of a function with a schedule. */
  tick(area: FunctionArea): Promise<unknown>;
  /** Begins no more deliveries, and waits a while for those under way; the rest is due again after the next start. */
  stop(): Promise<void>;
}

/** Feeds the functions as their declarations say: by queue, by what SES reports, by ticks. */
export function serviceWork(
  handlers: Record<FunctionArea, LocalHandler>,
  { queue, mailbox }: Pick<StandIns, 'queue' | 'mailbox'>,
  deliveries: DeliveryLog,
): ServiceWork {
  const fed = functionAreas.filter((area) => needsOf(area).fedBy?.queue === 'alerts');
  const feeding = (area: FunctionArea) => {
    const batchSize = needsOf(area).fedBy?.batch ?? 1;
    const options = { functionName: area, batchSize, timeoutMs: timeoutMsOf(area), orderOf };
    return [handlers[area], options] as const;
  };
  const begin = () => fed.forEach((area) => queue.begin(...feeding(area)));
  const pump = async () => {
    for (const area of fed) await queue.pump(...feeding(area));
  };
  const report = reporting(handlers, mailbox);
  const drain = async () => {
    await pump();
    await report();
    // What those had to tell.
    await pump();
  };
  const beginToDrain = async () => {
    begin();
    await report();
    begin();
  };
  const checkUntil = async (done: (drained: Promise<void>) => Promise<boolean>) => {
    const before = deliveries.counts();
    const { checked, failed } = await wholeCheck(handlers.checker, queue);
    const isDone = await done(drain());
    const after = deliveries.counts();
    return {
      checked,
      sent: after.sent - before.sent,
      failed: after.failed - before.failed + failed,
      ...(!isDone && { under_way: queue.underWay() }),
    };
  };
  const beginCheck = async () => {
    await wholeCheck(handlers.checker, queue);
    await beginToDrain();
  };
  const tick = (area: FunctionArea) => handlers[area]({}, contextOf(area));
  const stop = async () => void (await inTime(END_WITHIN_MS, queue.rest()));
  return {
    drain,
    beginToDrain,
    check: () => checkUntil((drained) => drained.then(() => true)),
    answeredCheck: () => checkUntil((drained) => inTime(ANSWERED_WITHIN_MS, drained)),
    beginCheck,
    tick,
    stop,
  };
}

/** The monitor that a message tells of; null also of what cannot be read, which is the function's to say. */
function orderOf(body: string): string | null {
  try {
    const { monitorId, alerts } = JSON.parse(body) as Partial<{ monitorId: string; alerts: AlertRef[] }>;
    return monitorId ?? alerts?.[0]?.monitorId ?? null;
  } catch {
    return null;
  }
}

/** Brings what the mail service reports to who takes it in, and what they failed at as well. */
function reporting(
  handlers: Record<FunctionArea, LocalHandler>,
  mailbox: Pick<StandIns['mailbox'], 'takeReports'>,
): () => Promise<void> {
  const told = functionAreas.filter((area) => needsOf(area).mailEvents);
  const owed: { event: unknown; tries: number }[] = [];
  return async () => {
    const fresh = mailbox.takeReports().map((event) => ({ event, tries: 0 }));
    for (const { event, tries } of [...owed.splice(0), ...fresh])
      for (const area of told)
        await handlers[area](event, contextOf(area)).catch(() => {
          // It has logged why, and the others have their turn.
          if (tries < REPORTED_AGAIN) owed.push({ event, tries: tries + 1 });
        });
  };
}

/** Whether some work ended in time; it goes on where it did not. */
async function inTime(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, work);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** A tick, and what it could not finish, until that is done or gets nowhere. Returns the sums of its runs. */
export async function wholeCheck(
  checker: LocalHandler,
  queue: LocalQueue,
): Promise<{ checked: number; failed: number }> {
  const batchSize = needsOf('checker').fedBy?.batch ?? 1;
  const options = { functionName: 'checker', batchSize, timeoutMs: timeoutMsOf('checker') };
  const sum = { checked: 0, failed: 0 };
  const run = async (event: unknown, context: Context) => {
    const { checked, failed } = (await checker(event, context)) as typeof sum;
    sum.checked += checked;
    sum.failed += failed;
  };
  await run({}, contextOf('checker'));
  await queue.pumpChecks(run, options);
  return sum;
}
