import { readNewest, startingWith } from '../query-pages.ts';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  stateOnceBounced,
  type Alert,
  type AlertState,
  type Attempt,
  type PaceWait,
} from '../../domain/alerts/alert.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { changeItem, conditionally, getItem, newItem, type Change } from '../items.ts';
import { duePartition } from '../due-index.ts';
import { ALERT_PREFIX, alertKey, monitorKey } from '../keys.ts';
import { always, optional, recordKind, ttlAfter } from '../record.ts';
import { WriteConflict, type Table, type TransactItem } from '../table.ts';

/** How an alert is stored. */
const alerts = recordKind<Alert, 'sk'>({
  key: ({ monitorId, sk }) => alertKey(monitorId, sk),
  inKey: { sk: ({ sk }) => sk },
  ttl: ({ createdAt }) => ttlAfter(createdAt, LIMITS.eventRetentionDays),
  fields: {
    monitorId: always,
    channel: always,
    channelSpaceId: optional,
    channelMovedAt: optional,
    channels: optional,
    state: always,
    content: always,
    attempts: always,
    createdAt: always,
    dueAt: null,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    pace: null,
    reopened: false,
    reached: optional,
  },
});

/** The clock of who let an alert wait for a pace may be so far ahead of that of who brings it back. */
const PACE_CLOCKS_MS = 2_000;

/** The alert an item holds. */
export const alertOf = alerts.fromItem;

/** A new alert, as part of the transaction that changes the incident it tells of. */
export function putAlertItem(table: Table, alert: Alert): TransactItem {
  return newItem(table, alerts.toItem(alert, table));
}

export async function getAlert(table: Table, monitorId: string, sk: string): Promise<Alert | undefined> {
  const item = await getItem(table, alertKey(monitorId, sk));
  return item && alertOf(item);
}

/** Alerts of a monitor, newest first, at most `limit`; those before `beforeSk` when it is given. */
export async function listAlerts(
  table: Table,
  monitorId: string,
  { limit, beforeSk }: { limit: number; beforeSk?: string },
): Promise<Alert[]> {
  const items = await readNewest(table, limit, {
    ...startingWith(monitorKey(monitorId).pk, ALERT_PREFIX),
    ConsistentRead: true,
    ...(beforeSk !== undefined && { ExclusiveStartKey: alertKey(monitorId, beforeSk) }),
  });
  return items.map(alertOf);
}

/**
 * Takes an alert to work on it alone until `until`. Throws `WriteConflict` with the current item when it is final or
 * taken, or when the time of its next try, or its turn in a line, has not come.
 */
export async function leaseAlert(
  table: Table,
  alert: Pick<Alert, 'monitorId' | 'sk'>,
  now: Instant,
  until: Instant,
): Promise<Alert> {
  const item = await changeItem(table, alertKey(alert.monitorId, alert.sk), {
    UpdateExpression: 'SET claimedUntil = :until',
    ConditionExpression:
      '#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)' +
      ' AND (attribute_not_exists(nextTryAt) OR nextTryAt <= :now)' +
      ' AND (attribute_not_exists(pace) OR pace.#until <= :soon)',
    ExpressionAttributeNames: { '#state': 'state', '#until': 'until' },
    ExpressionAttributeValues: {
      ':until': until,
      ':now': now,
      ':soon': now + PACE_CLOCKS_MS,
      ':pending': 'pending',
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  if (!item) throw new WriteConflict();
  return alertOf(item);
}

/** What came of a try; with `again` there is another one, without it the state is final. */
export interface AlertSettlement {
  state: AlertState;
  attempt: Attempt;
  again: { tryAt: Instant; dueAt: Instant } | null;
}

/** Writes what came of a leased alert. Throws `WriteConflict` when the lease was lost. */
export async function settleAlert(table: Table, leased: Alert, settled: AlertSettlement): Promise<void> {
  await conditionally(table.client.send(new UpdateCommand(settlement(table, leased, settled))));
}

/** Writes what came of a leased alert, as part of a transaction. */
export function settleAlertItem(table: Table, leased: Alert, settled: AlertSettlement): TransactItem {
  return { Update: settlement(table, leased, settled) };
}

/** That an alert is not final yet, as part of a transaction. */
export function stillPendingItem(table: Table, { monitorId, sk }: Alert): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: alertKey(monitorId, sk),
      ConditionExpression: '#state = :pending',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':pending': 'pending' },
    },
  };
}

function settlement(table: Table, leased: Alert, { state, attempt, again }: AlertSettlement) {
  return {
    TableName: table.name,
    Key: alertKey(leased.monitorId, leased.sk),
    UpdateExpression:
      'SET #state = :state, attempts = list_append(attempts, :attempt)' +
      (again
        ? ', nextTryAt = :next, dueAt = :due REMOVE claimedUntil, pace'
        : ' REMOVE claimedUntil, waitingSince, nextTryAt, pace, dueAt, duePk'),
    ConditionExpression: 'claimedUntil = :lease',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':state': state,
      ':attempt': [attempt],
      ':lease': leased.claimedUntil,
      ...(again && { ':next': again.tryAt, ':due': again.dueAt }),
    },
  };
}

/** Notes that the mail of an alert came back, as part of a transaction; refused when the alert is being sent once more, or was. */
export function bounceAlertItem(table: Table, alert: Alert, attempt: Attempt): TransactItem {
  const change: Change = {
    UpdateExpression: 'SET #state = :bounced, attempts = list_append(attempts, :attempt) REMOVE reached',
    ConditionExpression: '#state = :seen AND size(attempts) = :tries',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':bounced': stateOnceBounced(alert),
      ':seen': alert.state,
      ':attempt': [attempt],
      ':tries': alert.attempts.length,
    },
  };
  return { Update: { TableName: table.name, Key: { ...alertKey(alert.monitorId, alert.sk) }, ...change } };
}

/** Notes whom an alert to many has reached, now that mail to one of them came back. Throws `WriteConflict` when that changed. */
export async function unreachAlert(table: Table, alert: Alert, reached: readonly string[]): Promise<void> {
  await changeItem(table, alertKey(alert.monitorId, alert.sk), {
    UpdateExpression: 'SET reached = :reached',
    ConditionExpression: '#state = :state AND reached = :seen',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': alert.state, ':reached': reached, ':seen': alert.reached ?? [] },
  });
}

/** Notes in a leased alert what it is to say beside what was decided. Throws `WriteConflict` when the lease was lost. */
export async function noteInContent<Name extends 'held' | 'firstHere'>(
  table: Table,
  leased: Alert,
  name: Name,
  value: NonNullable<Alert['content'][Name]>,
): Promise<Alert> {
  await changeItem(table, alertKey(leased.monitorId, leased.sk), {
    UpdateExpression: `SET content.${name} = :value`,
    ConditionExpression: 'claimedUntil = :lease',
    ExpressionAttributeValues: { ':value': value, ':lease': leased.claimedUntil },
  });
  return { ...leased, content: { ...leased.content, [name]: value } };
}

/** Notes in a leased alert that an address was mailed. Throws `WriteConflict` when the lease was lost. */
export async function noteReached(table: Table, leased: Alert, addressHash: string): Promise<void> {
  await changeItem(table, alertKey(leased.monitorId, leased.sk), {
    UpdateExpression: 'SET reached = list_append(if_not_exists(reached, :none), :one)',
    ConditionExpression: 'claimedUntil = :lease',
    ExpressionAttributeValues: { ':none': [], ':one': [addressHash], ':lease': leased.claimedUntil },
  });
}

/** Lets go of a leased alert until `dueAt`; `waitingSince` says since when it waits for others, `held` for a pause. */
export async function releaseAlert(
  table: Table,
  leased: Alert,
  { dueAt, waitingSince, deferred }: { dueAt: Instant; waitingSince: Instant | null; deferred?: true },
): Promise<void> {
  await changeItem(table, alertKey(leased.monitorId, leased.sk), {
    UpdateExpression:
      waitingSince === null
        ? `SET dueAt = :due REMOVE claimedUntil, waitingSince${deferred ? ', requeued, pace' : ''}`
        : 'SET dueAt = :due, waitingSince = :since REMOVE claimedUntil',
    ConditionExpression: 'claimedUntil = :lease',
    ExpressionAttributeValues: {
      ':due': dueAt,
      ':lease': leased.claimedUntil,
      ...(waitingSince !== null && { ':since': waitingSince }),
    },
  });
}

/** Lets go of a leased alert until its turn in the line of its recipient. */
export async function releaseInLine(
  table: Table,
  leased: Alert,
  { dueAt, pace }: { dueAt: Instant; pace: PaceWait },
): Promise<void> {
  await changeItem(table, alertKey(leased.monitorId, leased.sk), {
    UpdateExpression: 'SET dueAt = :due, pace = :pace REMOVE claimedUntil, waitingSince, requeued',
    ConditionExpression: 'claimedUntil = :lease',
    ExpressionAttributeValues: { ':due': dueAt, ':pace': pace, ':lease': leased.claimedUntil },
  });
}

/**
 * Notes when an unconfirmed alert is looked at again, and by `times` how often it went on the queue again. Throws
 * `WriteConflict` when it was settled meanwhile.
 */
export async function postponeAlert(
  table: Table,
  alert: Alert,
  { dueAt, times }: { dueAt: Instant; times: 0 | 1 },
): Promise<void> {
  await changeItem(table, alertKey(alert.monitorId, alert.sk), {
    UpdateExpression: 'SET dueAt = :due ADD requeued :times',
    ConditionExpression: '#state = :pending AND dueAt = :seen',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':due': dueAt,
      ':times': times,
      ':pending': 'pending',
      ':seen': alert.dueAt,
    },
  });
}

/** Opens a final alert to be told once more. Throws `WriteConflict` when it changed meanwhile. */
export async function reopenAlert(table: Table, alert: Alert, dueAt: Instant): Promise<Alert> {
  const change = { ...reopening(table, alert, dueAt), ReturnValues: 'ALL_NEW' } as const;
  return alertOf((await changeItem(table, alertKey(alert.monitorId, alert.sk), change)) ?? {});
}

/** The same as part of a transaction. */
export function reopenAlertItem(table: Table, alert: Alert, dueAt: Instant): TransactItem {
  const Key = { ...alertKey(alert.monitorId, alert.sk) };
  return { Update: { TableName: table.name, Key, ...reopening(table, alert, dueAt) } };
}

/** Of several people those that it did not reach are tried again; where it reached all that it could, everybody is. */
function reopening(table: Table, alert: Alert, dueAt: Instant): Change {
  const anew = alert.state === 'failed' ? '' : ' REMOVE reached';
  return {
    UpdateExpression: `SET #state = :pending, dueAt = :due, duePk = :shard, reopened = :yes${anew}`,
    ConditionExpression: '#state = :seen AND size(attempts) = :tries',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':seen': alert.state,
      ':tries': alert.attempts.length,
      ':due': dueAt,
      ':shard': duePartition(table, alertKey(alert.monitorId, alert.sk).pk),
      ':yes': true,
    },
  };
}
