import { isDeepStrictEqual } from 'node:util';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TestService } from '../support/service/service.ts';
import { wholeTable } from '../support/table/whole-table.ts';

type Item = Record<string, unknown>;

/** How many items one `BatchWriteItem` takes. */
const BATCH = 25;

/** Has a service's table hold what it held: added items go, changed and removed ones come back. */
export async function putBack(service: TestService, held: readonly Item[]): Promise<void> {
  const { table } = service.core;
  const left = new Map((await wholeTable(service)).map((item) => [nameOf(item), item]));
  const requests = [];
  for (const item of held) {
    if (!isDeepStrictEqual(left.get(nameOf(item)), item)) requests.push({ PutRequest: { Item: item } });
    left.delete(nameOf(item));
  }
  for (const { pk, sk } of left.values()) requests.push({ DeleteRequest: { Key: { pk, sk } } });
  for (let at = 0; at < requests.length; at += BATCH)
    await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(at, at + BATCH) } }),
    );
}

function nameOf({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk]);
}
