import type { TestService } from '../service/service.ts';

/** The names of the commands that read; all others write. */
const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

/** A call the service makes to its table; `command` is the SDK's name, such as `TransactWriteItemsCommand`. */
export interface TableCall {
  command: string;
  reads: boolean;
  /** As it is sent. */
  input: unknown;
}

/** What is told of each call. What it throws is what the service sees of it. */
export interface TableWatch {
  /** A call that is about to be sent and waits for this: what fails here never reached the table. */
  before?: (call: TableCall) => void | Promise<void>;
  /** A call that was answered: what fails here was done, and its answer lost. */
  after?: (call: TableCall) => void;
}

/** Does `work` while each call of the service's own table client is shown to `watch`. */
export async function watchingTable<T>(
  service: TestService,
  watch: TableWatch,
  work: () => Promise<T>,
): Promise<T> {
  const { middlewareStack } = service.core.table.client;
  const name = 'watchingTable';
  middlewareStack.add(
    (next, context: { commandName?: string }) => async (args) => {
      const command = context.commandName ?? '';
      const call = { command, reads: READS.has(command), input: args.input };
      await watch.before?.(call);
      const reply = await next(args);
      watch.after?.(call);
      return reply;
    },
    // Outside the SDK's own retries, so that one failure is one failure.
    { step: 'initialize', name, priority: 'high' },
  );
  try {
    return await work();
  } finally {
    middlewareStack.remove(name);
  }
}

/** Fails the calls `isHit` picks, as when the table is out of reach. */
export function failing(isHit: (call: TableCall) => boolean): (call: TableCall) => void {
  return (call) => {
    if (isHit(call)) throw new Error('The table is out of reach.');
  };
}
