import { BatchGetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readItems, plainItem } from '../../../lib/data/read-items.ts';
import type { Table } from '../../../lib/data/table.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import {
  refusal,
  startTableProxy,
  type TableProxy,
  type TableRequest,
} from '../../support/table/table-proxy.ts';
import { tableBehind } from '../../support/table/table-behind.ts';

let proxy: TableProxy;
/** The table behind the proxy. */
let table: Table;
const straight = (request: TableRequest) => request.forward();
let meet = straight;

const service = shared(startTestService);
beforeAll(async () => {
  const { table: real, config } = service.core;
  proxy = await startTableProxy(config.standIns.dynamodb, (request) => meet(request));
  table = tableBehind(service, proxy.url);
  for (const Item of things) await real.client.send(new PutCommand({ TableName: real.name, Item }));
});
afterAll(() => proxy[Symbol.asyncDispose]());

const deep = { list: [1, 'two', { three: [[], {}, false] }], 'odd name': '', none: null };
const things = [1, 2, 3].map((number) => ({
  pk: 'THING',
  sk: `THING#${number}`,
  text: 'é"\\\n\u{1f41b}',
  number: -number / 3,
  at: 1_795_229_121_398,
  isLoud: number > 1,
  ...deep,
}));

const batch = (keys = things.map(({ pk, sk }) => ({ pk, sk }))) =>
  new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } });
const query = (given: { Limit?: number } = {}) =>
  new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'THING' },
    ...given,
  });
const bySk = (one: { sk?: unknown }, other: { sk?: unknown }) => (String(one.sk) < String(other.sk) ? -1 : 1);

describe('readItems', () => {
  it('reads what was written, however deep', async () => {
    const batched = await readItems(table, batch(), plainItem);

    expect(batched.items.sort(bySk)).toEqual(things);
    expect(batched.unreadKeys).toEqual([]);
    expect(await readItems(table, query(), plainItem)).toEqual({
      items: things,
      lastKey: undefined,
      unreadKeys: [],
    });
  });

  it('reads nothing where nothing is', async () => {
    expect((await readItems(table, batch([{ pk: 'THING', sk: 'NONE' }]), plainItem)).items).toEqual([]);
  });

  it('says where a query goes on', async () => {
    const { items, lastKey } = await readItems(table, query({ Limit: 2 }), plainItem);

    expect(items).toEqual(things.slice(0, 2));
    expect(lastKey).toEqual({ pk: 'THING', sk: 'THING#2' });
  });

  it('is tried again by the SDK as any call is', async () => {
    let tries = 0;
    meet = async (request) => {
      tries += 1;
      return tries < 3 ? refusal('ThrottlingException') : request.forward();
    };

    const { items } = await readItems(table, query(), plainItem);
    meet = straight;

    expect(tries).toBe(3);
    expect(items).toEqual(things);
  });

  it('is refused by the table as any call is', async () => {
    meet = async () => refusal('AccessDeniedException');

    const refused = readItems(table, batch(), plainItem);

    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException' });
    meet = straight;
  });

  it('fails on a type of attribute that nobody writes, rather than take it for something else', async () => {
    meet = async () => ({ status: 200, body: { Items: [{ seen: { SS: ['a'] } }] } });

    await expect(readItems(table, query(), plainItem)).rejects.toThrow('never written: SS');
    meet = straight;
  });
});
