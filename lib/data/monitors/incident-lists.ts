import { readNewest } from '../query-pages.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  INCIDENT_PREFIX,
  INCIDENT_SHARDS,
  INCIDENT_STATES,
  incidentListPk,
  incidentPointerKey,
  monitorKey,
} from '../keys.ts';
import type { Table } from '../table.ts';

/** An incident in a list, and its position there: what comes later has a smaller one. */
export interface ListedIncident {
  monitorId: string;
  number: number;
  position: string;
}

/** One in the list of a space. */
export interface SpaceIncident extends ListedIncident {
  isOpen: boolean;
  downSince: Instant;
}

/** An account has up to two hundred such lists. */
const QUERIES_AT_ONCE = 10;

interface Part {
  /** At most so many. */
  limit: number;
  /** Those behind this position. */
  after?: string | undefined;
  state?: 'open' | 'closed' | undefined;
}

/** Whether a position is one of the lists of spaces, or of that of a monitor: the table refuses one beyond its bounds. */
export function isPositionIn(list: 'spaces' | 'monitor', position: string, state?: Part['state']): boolean {
  if (list === 'monitor') return position.startsWith(INCIDENT_PREFIX);
  const states = state ? [INCIDENT_STATES[state]] : Object.values(INCIDENT_STATES);
  return states.some((prefix) => position.startsWith(prefix));
}

/** The incidents of some spaces, open ones first, then those that began last; read consistently. */
export function listedIncidents(
  table: Table,
  spaceIds: readonly string[],
  { limit, after, state }: Part,
): Promise<SpaceIncident[]> {
  const from = state ? INCIDENT_STATES[state] : INCIDENT_STATES.closed;
  const to = `${state ? INCIDENT_STATES[state] : INCIDENT_STATES.open}~`;
  return positionsOfSpaces(table, spaceIds, { from, to, after, limit });
}

/** The incidents of some spaces that are closed and began in a span of time, those that began last first. */
export function closedIncidents(
  table: Table,
  spaceIds: readonly string[],
  { from, to, limit }: { from: Instant; to: Instant; limit: number },
): Promise<SpaceIncident[]> {
  return positionsOfSpaces(table, spaceIds, { from: closedAt(from), to: closedAt(to), limit });
}

/** Before all that are closed and began at an instant. */
function closedAt(downSince: Instant): string {
  return incidentPointerKey('', { state: 'closed', downSince, monitorId: '', number: 0 }).sk;
}

async function positionsOfSpaces(
  table: Table,
  spaceIds: readonly string[],
  part: Part & { from: string; to: string },
): Promise<SpaceIncident[]> {
  const lists = spaceIds.flatMap((spaceId) =>
    Array.from({ length: INCIDENT_SHARDS }, (_, shard) => incidentListPk(spaceId, shard)),
  );
  let newest: string[] = [];
  for (let start = 0; start < lists.length; start += QUERIES_AT_ONCE) {
    const some = lists.slice(start, start + QUERIES_AT_ONCE);
    const read = await Promise.all(some.map((pk) => positionsFrom(table, { ...part, pk })));
    newest = [newest, ...read]
      .flat()
      .sort((a, b) => (a > b ? -1 : 1))
      .slice(0, part.limit);
  }
  return newest.map(incidentOfPointer);
}

/** The incident that a pointer names. */
function incidentOfPointer(sk: string): SpaceIncident {
  const [, downSince, monitorId = '', number] = sk.split('#');
  const isOpen = sk.startsWith(INCIDENT_STATES.open);
  return { monitorId, number: Number(number), position: sk, isOpen, downSince: Number(downSince) };
}

/** The incidents of one monitor, the newest first: an open one has the greatest number. */
export async function incidentsOfMonitor(
  table: Table,
  monitorId: string,
  { limit, after }: Part,
): Promise<ListedIncident[]> {
  const { pk } = monitorKey(monitorId);
  const positions = await positionsFrom(table, {
    pk,
    from: INCIDENT_PREFIX,
    to: `${INCIDENT_PREFIX}~`,
    after,
    limit,
  });
  return positions.map((position) => {
    const number = Number(position.slice(INCIDENT_PREFIX.length));
    return { monitorId, number, position };
  });
}

async function positionsFrom(
  table: Table,
  { pk, from, to, after, limit }: Part & { pk: string; from: string; to: string },
): Promise<string[]> {
  const items = await readNewest(table, limit, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
    ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
  });
  return items.map(({ sk }) => String(sk));
}
