import { openTable, type Table, type TableOptions } from '../lib/data/table.ts';

interface Units {
  CapacityUnits?: number;
}

interface Consumed {
  Table?: Units;
  GlobalSecondaryIndexes?: Record<string, Units>;
}

/** What a stretch of work asked of the table. */
export interface TableWork {
  calls: number;
  /** Times that work waited for the table; calls side by side are one. */
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  indexReadUnits: number;
  indexWriteUnits: number;
}

export interface MeteredTable extends Table {
  /** What was asked since the last call of this. */
  take(): TableWork;
}

const NOTHING: TableWork = {
  calls: 0,
  roundTrips: 0,
  readUnits: 0,
  writeUnits: 0,
  indexReadUnits: 0,
  indexWriteUnits: 0,
};

/** The real table with a counter on it: the engine states what each call consumed. */
export function openMeteredTable(options: TableOptions): MeteredTable {
  const table = openTable(options);
  let work = { ...NOTHING };
  let inFlight = 0;
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      if (inFlight === 0) work.roundTrips += 1;
      inFlight += 1;
      work.calls += 1;
      try {
        const result = await next(args);
        const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
        const isRead = /^(Get|BatchGet|Query)/.test(context.commandName ?? '');
        for (const one of [consumed ?? []].flat()) add(work, one, isRead);
        return result;
      } finally {
        inFlight -= 1;
      }
    },
    { step: 'initialize', name: 'tableMeter', priority: 'high' },
  );
  return {
    ...table,
    take() {
      const taken = work;
      work = { ...NOTHING };
      return taken;
    },
  };
}

function add(work: TableWork, consumed: Consumed, isRead: boolean): void {
  const table = consumed.Table?.CapacityUnits ?? 0;
  const index = Object.values(consumed.GlobalSecondaryIndexes ?? {}).reduce(
    (sum, units) => sum + (units.CapacityUnits ?? 0),
    0,
  );
  work[isRead ? 'readUnits' : 'writeUnits'] += table;
  work[isRead ? 'indexReadUnits' : 'indexWriteUnits'] += index;
}
