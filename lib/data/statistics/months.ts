import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MonitorLife } from '../../domain/monitors/monitor.ts';
import { monthEnd } from '../../domain/calendar.ts';
import type { MonthOfIncidents } from '../../domain/monitors/incidents/downtime.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { DayFigures } from '../../domain/statistics/month-figures.ts';
import { changeItem } from '../items.ts';
import { monthKey } from '../keys.ts';
import { ttlAfter } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';

/** What is kept of a month: its closed incidents, and the days on which runs were measured. */
export interface StoredMonth extends MonthOfIncidents {
  days: { day: string; figures: DayFigures }[];
}

/** Days are attributes of their own, `d07`, so that each is written without a look at the others. */
const DAY = /^d(\d\d)$/;

/** Closed incidents added to their month, as part of the transaction that closes them. */
export function addToMonthItem(table: Table, life: MonitorLife, month: MonthOfIncidents): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: monthKey(life, month.month),
      UpdateExpression: 'SET #ttl = :ttl ADD incidents :incidents, downMs :downMs',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':ttl': ttlOf(month.month),
        ':incidents': month.incidents,
        ':downMs': month.downMs,
      },
    },
  };
}

/** Writes the figures of some days of one month; the same again changes nothing. */
export async function putDays(
  table: Table,
  life: MonitorLife,
  month: string,
  days: readonly { day: string; figures: DayFigures }[],
): Promise<void> {
  const named = days.map(({ day, figures }) => [`d${day.slice(-2)}`, figures] as const);
  await changeItem(table, monthKey(life, month), {
    UpdateExpression: `SET #ttl = :ttl, ${named.map(([name]) => `${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':ttl': ttlOf(month),
      ...Object.fromEntries(named.map(([name, figures]) => [`:${name}`, figures])),
    },
  });
}

/** The months of a life from one on, oldest first; those of which nothing is kept are absent. */
export async function listMonths(table: Table, life: MonitorLife, from: string): Promise<StoredMonth[]> {
  const { pk, sk } = monthKey(life, from);
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':from': sk,
        ':to': monthKey(life, '~').sk,
      },
      ConsistentRead: true,
    }),
  );
  return items.map(monthOfItem);
}

/** The month in the key of one. */
function monthNameOf(sk: string): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}

function monthOfItem(item: Item): StoredMonth {
  const month = monthNameOf(String(item['sk']));
  const days = Object.entries(item).flatMap(([name, figures]) => {
    const [, day] = DAY.exec(name) ?? [];
    return day === undefined ? [] : [{ day: `${month}-${day}`, figures: figures as DayFigures }];
  });
  const { incidents = 0, downMs = 0 } = item as Partial<MonthOfIncidents>;
  return { month, incidents, downMs, days: days.sort((a, b) => (a.day < b.day ? -1 : 1)) };
}

/** Kept as long as an incident that ends with the month. */
function ttlOf(month: string): number {
  return ttlAfter(monthEnd(month), LIMITS.incidentRetentionDays);
}
