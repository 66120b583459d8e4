import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { isRotated, rotatedPartOf, type Rotated } from '../../domain/monitors/rotation.ts';
import { getItem } from '../items.ts';
import { monitorIdOf } from '../key-parts.ts';
import { pastLivesKey } from '../keys.ts';
import { readMany } from '../read-many.ts';
import { always, optional, recordKind, sparse, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** What counts on from one life of a job name to the next: its incidents and what rotations made of it. */
export interface PastLives extends Rotated {
  incidents: number;
}

interface EndedLife extends PastLives {
  monitorId: string;
  /** Whose it was; absent of one that ended before that was noted. */
  spaceId?: string;
  endedAt: Instant;
}

const NONE: PastLives = {
  incidents: 0,
  idTail: null,
  tokenVersion: 1,
  webhookSecretVersion: 1,
  webhookSecretRotatedAt: null,
};

/** The table removes what expired in any order, so this outlasts the history by a month. */
const KEPT_DAYS = LIMITS.incidentRetentionDays + 30;

/** How that is stored: under the monitor, which is gone long before its history. */
const lives = recordKind<EndedLife, 'monitorId'>({
  key: ({ monitorId }) => pastLivesKey(monitorId),
  inKey: { monitorId: monitorIdOf },
  ttl: ({ endedAt }) => ttlAfter(endedAt, KEPT_DAYS),
  fields: {
    incidents: always,
    idTail: null,
    tokenVersion: sparse(1),
    webhookSecretVersion: sparse(1),
    webhookSecretRotatedAt: null,
    spaceId: optional,
    endedAt: always,
  },
});

/**
 * Notes whose a monitor was, and what the next life of its id counts on from, as part of the transaction that deletes it; nothing
 * of one that follows from a device, or has a name and may as well begin at the beginning.
 */
export function pastLivesItems(table: Table, monitor: Monitor, endedAt: Instant): TransactItem[] {
  const { id: monitorId, spaceId, slug, watched, incidents } = monitor;
  if (watched !== undefined || (slug !== null && incidents === 0 && !isRotated(monitor))) return [];
  const life = { monitorId, spaceId, incidents, ...rotatedPartOf(monitor), endedAt };
  return [{ Put: { TableName: table.name, Item: lives.toItem(life) } }];
}

/** What the earlier lives of a name left; a consistent read. */
export async function pastLives(table: Table, monitorId: string): Promise<PastLives> {
  const item = await getItem(table, pastLivesKey(monitorId));
  return item ? leftBy(lives.fromItem(item)) : NONE;
}

/** The same of many, by id: of those that were asked for, all. */
export async function pastLivesOfMany(
  table: Table,
  monitorIds: readonly string[],
): Promise<Map<string, PastLives>> {
  const found = await readMany(table, monitorIds.map(pastLivesKey), lives.fromWire);
  return new Map([
    ...monitorIds.map((id) => [id, NONE] as const),
    ...found.map((life) => [life.monitorId, leftBy(life)] as const),
  ]);
}

/** Whose the monitors of some ids were before, as long as anything of them may be kept. */
export async function formerSpacesOf(
  table: Table,
  monitorIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await readMany(table, monitorIds.map(pastLivesKey), lives.fromWire);
  return new Map(
    found.flatMap(({ monitorId, spaceId }) => (spaceId === undefined ? [] : [[monitorId, spaceId]])),
  );
}

function leftBy(life: PastLives): PastLives {
  return { incidents: life.incidents, ...rotatedPartOf(life) };
}
