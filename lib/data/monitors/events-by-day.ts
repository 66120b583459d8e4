import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { MonitorLife } from '../../domain/monitors/monitor.ts';
import { dayAfter, dayOf, dayStart } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Days } from '../../domain/statistics/roll-up.ts';
import { EVENT_PREFIX, eventIdOf, monitorKey } from '../keys.ts';
import type { Item, Table } from '../table.ts';
import { packedBetween, type Listing } from './history.ts';

/** What the events of one day of a monitor come to. */
export interface EventsOfDay {
  day: string;
  /** How many there were. */
  events: number;
  /** Of the runs that ended on it, in milliseconds. */
  durationsMs: number[];
}

interface Event {
  id: string;
  at: Instant;
  durationMs?: number | null;
}

/** How many events are read, and how many of one day are counted. */
const MOST: { read: number; counted: number } = {
  read: LIMITS.rollUpEventsMax,
  counted: LIMITS.countedEventsMax,
};

/**
 * What the events of a life come to on some days, without the days that had none, and the last day that was read whole.
 * So many events are read; of a day that has more by itself the durations are those of the first of them, and the others are
 * counted, as far as that goes. Nobody writes to days that are over, so the read of single events need not be consistent.
 */
export async function eventsByDay(
  table: Table,
  life: MonitorLife & Listing,
  { from, to }: Days,
  most = MOST,
): Promise<{ days: EventsOfDay[]; to: string }> {
  const packed = await packedBetween(table, life, { ...idsOf(life, { from, to }), most: most.counted });
  if (packed.length >= most.counted && from < to) return eventsByDay(table, life, { from, to: from }, most);
  const { events, rest } = await readEvents(table, life, { from, to }, most.read);
  const read = new Set(events.map(({ id }) => id));
  const days = daysOf([...events, ...packed.filter(({ id }) => !read.has(id))]);
  if (!rest) return { days, to };
  const cut = dayOf(Number(String(rest['sk']).slice(EVENT_PREFIX.length).split('-', 1)[0]));
  const [first] = days;
  if (cut > from || !first) return { days: days.filter(({ day }) => day < cut), to: dayAfter(cut, -1) };
  const asked = eventsIn(table, life, { from, to: from });
  const others = await countRest(table, asked, rest, most.counted - most.read);
  return { days: [{ ...first, events: first.events + others }], to: from };
}

function daysOf(events: readonly Event[]): EventsOfDay[] {
  const days = [...Map.groupBy(events, ({ at }) => dayOf(at))].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, some]) => ({
    day,
    events: some.length,
    durationsMs: some.flatMap(({ durationMs }) => durationMs ?? []),
  }));
}

/** The first events of some days; `rest` is the key behind which there are more. */
async function readEvents(table: Table, life: MonitorLife, asked: Days, most: number) {
  const events: Event[] = [];
  let rest: Item | undefined;
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        ...eventsIn(table, life, asked),
        ProjectionExpression: 'sk, #at, durationMs',
        ExpressionAttributeNames: { '#at': 'at' },
        Limit: most - events.length,
        ...(rest && { ExclusiveStartKey: rest }),
      }),
    );
    const found = (page.Items ?? []) as (Omit<Event, 'id'> & { sk: string })[];
    events.push(...found.map(({ sk, ...event }) => ({ id: sk.slice(EVENT_PREFIX.length), ...event })));
    rest = page.LastEvaluatedKey;
  } while (rest && events.length < most);
  return { events, rest };
}

/** How many events of a query lie behind a key, as far as `most`. */
async function countRest(
  table: Table,
  asked: ReturnType<typeof eventsIn>,
  behind: Item,
  most: number,
): Promise<number> {
  let found = 0;
  let rest: Item | undefined = behind;
  while (rest && found < most) {
    const more = { Select: 'COUNT', Limit: most - found, ExclusiveStartKey: rest } as const;
    const page: QueryCommandOutput = await table.client.send(new QueryCommand({ ...asked, ...more }));
    found += page.Count ?? 0;
    rest = page.LastEvaluatedKey;
  }
  return found;
}

function eventsIn({ name }: Table, life: MonitorLife, days: Days) {
  const { from, to } = idsOf(life, days);
  return {
    TableName: name,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': monitorKey(life.id).pk,
      ':from': EVENT_PREFIX + from,
      ':to': EVENT_PREFIX + to,
    },
  };
}

/** Between which ids the events of a life lie on some days. */
function idsOf({ createdAt }: MonitorLife, { from, to }: Days) {
  return {
    from: eventIdOf(Math.max(dayStart(from), createdAt), ''),
    to: eventIdOf(dayStart(dayAfter(to)), ''),
  };
}
