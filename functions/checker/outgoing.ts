import type { AlertRef, QueueMessage } from '../../lib/adapters/queue.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { messageGroupOf } from '../../lib/domain/alerts/channel.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';

/** A message for the queue, or an alert that may share one with others of its group. */
export type Outgoing = { message: QueueMessage } | { alert: AlertRef; tenant: string; group: string };

/** A message names at most so many alerts: it stays far below the queue's limit, and its mail readable. */
const GROUP_MAX = 100;

/** What the queue should carry for an alert that is to be sent. */
export function outgoingOf(alert: Alert, monitor: Monitor): Outgoing {
  const ref = { monitorId: alert.monitorId, sk: alert.sk };
  const tenant = monitor.spaceId;
  const group = messageGroupOf(alert, monitor);
  return group === null ? { message: { kind: 'alert', tenant, ...ref } } : { alert: ref, tenant, group };
}

/** The messages of a whole check. */
export function messagesOf(outgoing: readonly Outgoing[]): QueueMessage[] {
  const single = outgoing.flatMap((each) => ('message' in each ? [each.message] : []));
  const grouped = outgoing.filter((each) => 'group' in each);
  const groups = [...Map.groupBy(grouped, (each) => each.group).values()];
  return [...single, ...groups.flatMap(groupMessages)];
}

function groupMessages(members: readonly { alert: AlertRef; tenant: string }[]): QueueMessage[] {
  const [first, second] = members;
  if (!first) return [];
  const { tenant } = first;
  if (!second) return [{ kind: 'alert', tenant, ...first.alert }];
  const alerts = members.map((member) => member.alert);
  return Array.from({ length: Math.ceil(alerts.length / GROUP_MAX) }, (_, index) => ({
    kind: 'group',
    tenant,
    alerts: alerts.slice(index * GROUP_MAX, (index + 1) * GROUP_MAX),
  }));
}
