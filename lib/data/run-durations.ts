import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { MonitorLife } from '../domain/monitor/monitor.ts';
import { dayAfter, dayOf, dayStart } from '../domain/calendar.ts';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Days } from '../domain/statistics/roll-up.ts';
import { EVENT_PREFIX, eventIdOf, eventKey, monitorKey } from './keys.ts';
import type { Item, Table } from './table.ts';

interface Duration {
  at: Instant;
  durationMs: number;
}

/**
 * The durations of the runs of a life that ended on some days, and the last day that was read whole. `LIMITS.rollUpEventsMax`
 * events are looked at; of a day that has more by itself the first so many stand for all. Nobody writes to days that are
 * over, so the read need not be consistent.
 */
export async function durationsOf(
  table: Table,
  { id, createdAt }: MonitorLife,
  { from, to }: Days,
): Promise<{ durations: Duration[]; to: string }> {
  const durations: Duration[] = [];
  let left: number = LIMITS.rollUpEventsMax;
  let start: Item | undefined;
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        FilterExpression: 'attribute_exists(durationMs)',
        ProjectionExpression: '#at, durationMs',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: {
          ':pk': monitorKey(id).pk,
          ':from': eventKey(id, eventIdOf(Math.max(dayStart(from), createdAt), '')).sk,
          ':to': eventKey(id, eventIdOf(dayStart(dayAfter(to)), '')).sk,
        },
        Limit: left,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    durations.push(...((page.Items ?? []) as Duration[]));
    left -= page.ScannedCount ?? 0;
    start = page.LastEvaluatedKey;
  } while (start && left > 0);
  if (!start) return { durations, to };
  const cut = dayOf(Number(String(start['sk']).slice(EVENT_PREFIX.length).split('-', 1)[0]));
  const whole = cut > from ? dayAfter(cut, -1) : from;
  return { durations: durations.filter(({ at }) => dayOf(at) <= whole), to: whole };
}
