import type { TestService } from '../service/service.ts';

/** What one call to the table consumed. */
export interface TableCall {
  command: string;
  kind: 'read' | 'write';
  /** Capacity units of the table itself. */
  tableUnits: number;
  /** Capacity units of its index. */
  indexUnits: number;
  /** True of a write that its condition refused. */
  isRefused?: true;
}

interface Consumed {
  CapacityUnits?: number;
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

/**
 * Has the engine report what every call to a service's table consumes, and returns the list they are noted in.
 * Transactions and batches report one entry.
 */
export function watchCapacity(service: TestService): TableCall[] {
  const calls: TableCall[] = [];
  service.core.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      const command = String(context.commandName).replace(/Command$/, '');
      const result = await next(args).catch((error: unknown) => {
        if (isRefused(error)) calls.push({ ...callOf(command, {}), tableUnits: 1, isRefused: true });
        throw error;
      });
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      for (const consumed of [ConsumedCapacity ?? {}].flat()) calls.push(callOf(command, consumed));
      return result;
    },
    { step: 'initialize', priority: 'high', name: 'watchCapacity' },
  );
  return calls;
}

/** A write that its condition refuses costs as much as the item is large, which nobody reports: a unit of a small one. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

function callOf(command: string, consumed: Consumed): TableCall {
  const indexes = Object.values(consumed.GlobalSecondaryIndexes ?? {});
  const indexUnits = indexes.reduce((sum, index) => sum + (index.CapacityUnits ?? 0), 0);
  return {
    command,
    kind: /^(BatchGet|Get|Query|Scan|TransactGet)/.test(command) ? 'read' : 'write',
    tableUnits: consumed.Table?.CapacityUnits ?? (consumed.CapacityUnits ?? 0) - indexUnits,
    indexUnits,
  };
}
