import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { FunctionArea } from '../../../../lib/areas/areas.ts';
import { DUE_INDEX, duePartitionOf } from '../../../../lib/data/due-index.ts';
import { guestTokenKey, monitorKey, spaceKey } from '../../../../lib/data/keys.ts';
import type { Table } from '../../../../lib/data/table.ts';
import { limitToRights } from '../../../../lib/local/table/item-rights.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const TableName = () => service.core.table.name;
const monitor = { ...monitorKey('m1') };
const guest = { ...guestTokenKey('f00d') };

/** What comes of a call of a function: `done`, or why it was refused. */
function tried(area: FunctionArea, call: (table: Table) => Promise<unknown>): Promise<string> {
  return call(limitToRights(service.core.table, area)).then(
    () => 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}
const denied = (area: string, action: string, kind: string) =>
  `AccessDeniedException: The declaration of ${area} does not allow ${action} on ${kind}.`;

describe('a function on this machine', () => {
  it('reads the items it is declared to read, and no others', async () => {
    const get = (Key: typeof monitor) => (table: Table) =>
      table.client.send(new GetCommand({ TableName: TableName(), Key }));

    expect(await tried('ingest', get(monitor))).toBe('done');
    expect(await tried('ingest', get(guest))).toBe(denied('ingest', 'GetItem', 'GUEST#'));
  });

  it('has a batch refused for one key that it may not read', async () => {
    const batch = (Keys: (typeof monitor)[]) => (table: Table) =>
      table.client.send(new BatchGetCommand({ RequestItems: { [TableName()]: { Keys } } }));

    expect(await tried('feed', batch([monitor]))).toBe('done');
    expect(await tried('feed', batch([monitor, guest]))).toBe(denied('feed', 'BatchGetItem', 'MON#, GUEST#'));
  });

  it('has a transaction judged by each of its parts', async () => {
    const put = (Item: typeof monitor) => ({ Put: { TableName: TableName(), Item } });
    const write =
      (...items: object[]) =>
      (table: Table) =>
        table.client.send(new TransactWriteCommand({ TransactItems: items }));
    const check = {
      ConditionCheck: { TableName: TableName(), Key: monitor, ConditionExpression: 'attribute_exists(pk)' },
    };

    expect(await tried('canary', write(put(monitor)))).toBe('done');
    expect(await tried('canary', write(put(monitor), put({ ...spaceKey('s1') })))).toBe(
      denied('canary', 'PutItem', 'SPACE#'),
    );
    expect(await tried('canary', write(check))).toBe(denied('canary', 'ConditionCheckItem', 'MON#'));
  });

  it('queries by the partition, and the index only where it is declared', async () => {
    const query = (KeyConditionExpression: string, key: string, IndexName?: string) => (table: Table) =>
      table.client.send(
        new QueryCommand({
          TableName: TableName(),
          KeyConditionExpression,
          ExpressionAttributeValues: { ':key': key },
          ...(IndexName && { IndexName }),
        }),
      );
    const due = query('duePk = :key', duePartitionOf(0), DUE_INDEX);

    expect(await tried('discovery', query('pk = :key', monitor.pk))).toBe('done');
    expect(await tried('discovery', query('pk = :key', spaceKey('s1').pk))).toBe(
      denied('discovery', 'Query', 'SPACE#'),
    );
    expect(await tried('checker', due)).toBe('done');
    expect(await tried('feed', due)).toBe(denied('feed', 'Query', DUE_INDEX));
  });

  it('neither scans nor writes what it only reads', async () => {
    const scan = (table: Table) => table.client.send(new ScanCommand({ TableName: TableName() }));
    const put = (table: Table) =>
      table.client.send(new PutCommand({ TableName: TableName(), Item: monitor }));

    expect(await tried('checker', scan)).toMatch(/^AccessDeniedException: The declaration of checker/);
    expect(await tried('feed', put)).toBe(denied('feed', 'PutItem', 'MON#'));
  });
});
