import type { Alert, Attempt } from '../../domain/alerts/alert.ts';
import type { Superseded } from '../../domain/alerts/alert-content.ts';
import type { Instant } from '../../domain/instant.ts';
import { alertKey } from '../keys.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/**
 * Has a leased alert take the place of older ones, and name them in whatever is told of it from now on: one
 * transaction. It is not tried before `tryAt`. Throws `WriteConflict` when one of them was taken, tried or settled
 * meanwhile. At most 99 older ones.
 */
export async function supersedeAlerts(
  table: Table,
  leased: Alert,
  older: readonly Alert[],
  named: { superseded: Superseded; attempt: Attempt; tryAt: Instant },
): Promise<Alert> {
  const naming: TransactItem = {
    Update: {
      TableName: table.name,
      Key: alertKey(leased.monitorId, leased.sk),
      UpdateExpression: 'SET content.superseded = :superseded, nextTryAt = :tryAt',
      ConditionExpression: 'claimedUntil = :lease',
      ExpressionAttributeValues: {
        ':superseded': named.superseded,
        ':lease': leased.claimedUntil,
        ':tryAt': named.tryAt,
      },
    },
  };
  const ended = older.map((alert) => endedItem(table, alert, named.attempt));
  await transact(table, [naming, ...ended]);
  return {
    ...leased,
    nextTryAt: named.tryAt,
    content: { ...leased.content, superseded: named.superseded },
  };
}

function endedItem(table: Table, alert: Alert, attempt: Attempt): TransactItem {
  const now: Instant = attempt.at;
  return {
    Update: {
      TableName: table.name,
      Key: alertKey(alert.monitorId, alert.sk),
      UpdateExpression:
        'SET #state = :superseded, attempts = list_append(attempts, :attempt)' +
        ' REMOVE claimedUntil, waitingSince, nextTryAt, pace, dueAt, duePk',
      ConditionExpression:
        '#state = :pending AND size(attempts) = :tries' +
        ' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':superseded': 'superseded',
        ':pending': 'pending',
        ':attempt': [attempt],
        ':tries': alert.attempts.length,
        ':now': now,
      },
    },
  };
}
