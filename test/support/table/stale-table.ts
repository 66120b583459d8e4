import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../lib/data/table.ts';
import { createTable } from '../../../lib/local/table/create-table.ts';
import type { TestService } from '../service/service.ts';
import { tableBehind } from './table-behind.ts';
import { startTableProxy, type TableRequest } from './table-proxy.ts';

/** A view of a service's table in which only consistent reads see what was written after `freeze`. */
export interface StaleTable {
  table: Table;
  /** From now on reads that do not ask to be consistent see the table as it is at this moment. */
  freeze(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const READS = new Set(['GetItem', 'Query', 'BatchGetItem', 'Scan']);
const BATCH = 25;

/**
 * The real engine answers stale reads too, from a copy: whatever they ask for, its answer is one that a replica which
 * is behind would give. Writes and consistent reads reach the table itself.
 */
export async function staleTable(service: TestService): Promise<StaleTable> {
  const { table, config } = service.core;
  const { standIns: endpoints } = config;
  let copies = 0;
  let copy: string | null = null;
  const proxy = await startTableProxy(endpoints.dynamodb, (request) =>
    copy !== null && isEventual(table.name, request)
      ? request.forward(onTable(request, table.name, copy)).then(({ status, body }) => ({
          status,
          body: renamed(body, copy ?? '', table.name),
        }))
      : request.forward(),
  );
  return {
    table: tableBehind(service, proxy.url),
    freeze: async () => {
      copies += 1;
      const name = `${table.name}-stale-${copies}`;
      await createTable(endpoints.dynamodb, name);
      await copyItems(table, name);
      copy = name;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function isEventual(name: string, { operation, input }: TableRequest): boolean {
  const asked = operation === 'BatchGetItem' ? input['RequestItems'][name] : input;
  return READS.has(operation) && asked['ConsistentRead'] !== true;
}

function onTable({ operation, input }: TableRequest, name: string, copy: string): Record<string, unknown> {
  return operation === 'BatchGetItem'
    ? { ...input, RequestItems: { [copy]: input['RequestItems'][name] } }
    : { ...input, TableName: copy };
}

/** Answers of a batch name the table they come from. */
function renamed(body: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(body).replaceAll(`"${from}":`, `"${to}":`));
}

async function copyItems(table: Table, copy: string): Promise<void> {
  const { Items: items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.name, ConsistentRead: true }),
  );
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [copy]: puts } }));
  }
}
