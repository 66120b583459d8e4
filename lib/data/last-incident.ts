import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { incidentOf } from './incidents.ts';
import { ALERT_PREFIX, INCIDENT_PREFIX, monitorKey } from './keys.ts';
import type { Item, Table } from './table.ts';

const PAGE = 100;
/** Of test alerts, which have no incident, somebody may have sent many. */
const PAGES = 20;

/**
 * The number of the newest incident that the history of a monitor has, or else its ledger tells of; 0 without one. The
 * monitor itself may be gone before both.
 */
export async function lastIncident(table: Table, monitorId: string): Promise<number> {
  return (await newestRecord(table, monitorId)) ?? (await newestTold(table, monitorId));
}

async function newestRecord(table: Table, monitorId: string): Promise<number | undefined> {
  const { Items: [newest] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': monitorKey(monitorId).pk, ':prefix': INCIDENT_PREFIX },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return newest && incidentOf(newest).number;
}

/** The ledger is older than the history, which began with a later version. */
async function newestTold(table: Table, monitorId: string): Promise<number> {
  let start: Item | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { Items: items = [], LastEvaluatedKey: next }: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'content.incident > :none',
        ProjectionExpression: 'content.incident',
        ExpressionAttributeValues: { ':pk': monitorKey(monitorId).pk, ':prefix': ALERT_PREFIX, ':none': 0 },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: PAGE,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    if (items.length > 0) return Math.max(...items.map((item) => Number(item['content'].incident)));
    if (!next) return 0;
    start = next;
  }
  return 0;
}
