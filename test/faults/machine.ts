import type { SQSEvent } from 'aws-lambda';
import { functionAreas, type FunctionArea } from '../../lib/areas/areas.ts';
import type { LocalQueue } from '../../lib/local/queues/queue.ts';
import type { LocalHandler } from '../../lib/local/service-handlers.ts';
import { serviceWork, type ServiceWork } from '../../lib/local/service-work.ts';

/** What the functions of one machine do that no request wakes. */
export interface Machine {
  check: (event: object) => Promise<unknown>;
  notify: (records: SQSEvent['Records']) => Promise<unknown>;
}

/** The service's own pump of one machine, which feeds checker and notifier. Mails that bounce are not among what is lived. */
export function machineWork(queue: LocalQueue, { check, notify }: Machine): ServiceWork {
  const fed: Partial<Record<FunctionArea, LocalHandler>> = {
    checker: (event) => check(event as object),
    notifier: (event) => notify((event as SQSEvent).Records),
  };
  const handlers = functionAreas.map((area) => [area, fed[area] ?? nothing] as const);
  const mailbox = { takeReports: () => [] } as unknown as Parameters<typeof serviceWork>[1]['mailbox'];
  const counts = { list: () => [], counts: () => ({ sent: 0, failed: 0 }) };
  return serviceWork(
    Object.fromEntries(handlers) as Record<FunctionArea, LocalHandler>,
    { queue, mailbox },
    counts,
  );
}

async function nothing(): Promise<void> {}
