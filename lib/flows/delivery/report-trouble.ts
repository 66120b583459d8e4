import { putAlertItem } from '../../data/alerts.ts';
import { putChannelTroubleItem } from '../../data/channel-troubles.ts';
import { getMonitor } from '../../data/monitors.ts';
import { retryLost } from '../../data/retry-lost.ts';
import { LostCondition, transact } from '../../data/table.ts';
import type { AlertRecord } from '../../domain/alert/alert-record.ts';
import type { Channel, Notice } from '../../domain/alert/notice.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { newAlert } from '../new-alert.ts';
import { sendOrLeave } from '../send-or-leave.ts';

/** After the alerts that a check may decide in the same millisecond. */
const REPORT_SEQUENCE = 900;

/**
 * Remembers that a channel fails, shown on the monitor, and tells it through the other channel, once until it works
 * again. Both are one transaction.
 */
export async function reportTrouble(deps: NotifierDeps, failed: AlertRecord, detail: string): Promise<void> {
  const monitor = await getMonitor(deps.table, failed.monitorId);
  const { channel } = failed;
  if (!monitor?.active || channel === 'none') return;
  const now = deps.clock.now();
  const other = otherChannel(monitor, channel);
  const report = other && newAlert(troubleNotice(failed, channel, now), other, REPORT_SEQUENCE);
  const trouble = putChannelTroubleItem(deps.table, {
    monitorId: monitor.id,
    channel,
    since: failed.createdAt,
    detail,
  });
  const items = report ? [trouble, putAlertItem(deps.table, report)] : [trouble];
  const isNew = await retryLost(() => unlessRefused(transact(deps.table, items)));
  if (report && isNew)
    await sendOrLeave(deps, [{ kind: 'alert', monitorId: report.monitorId, sk: report.sk }]);
}

/** False when the trouble is known already; another transaction in the way says nothing of the kind. */
async function unlessRefused(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof LostCondition && error.refused.includes(true)) return false;
    throw error;
  }
}

function troubleNotice(failed: AlertRecord, channel: Exclude<Channel, 'none'>, now: Instant): Notice {
  return {
    ...failed.notice,
    kind: 'channel_failing',
    alertId: `${failed.notice.alertId}_report`,
    decidedAt: now,
    downSince: failed.createdAt,
    recoveredAt: null,
    output: null,
    hint: null,
    failingChannel: channel,
  };
}

function otherChannel(monitor: Monitor, channel: Channel): Exclude<Channel, 'none'> | null {
  if (channel === 'email') return monitor.alertUrl === null ? null : 'webhook';
  return monitor.alertTo === null ? null : 'email';
}
