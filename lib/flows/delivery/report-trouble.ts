import { hashOf } from '../../adapters/ids.ts';
import { putAlertItem } from '../../data/alerts.ts';
import {
  isTroubleTold,
  putChannelTroubleItem,
  putTroubleToldItem,
  type TroubleNews,
} from '../../data/channel-troubles.ts';
import { getMonitor } from '../../data/monitors.ts';
import { retryLost } from '../../data/retry-lost.ts';
import { LostCondition, transact } from '../../data/table.ts';
import type { AlertRecord } from '../../domain/alert/alert-record.ts';
import { channelAddressOf, maskedMailbox } from '../../domain/alert/channel-address.ts';
import type { Channel, Notice } from '../../domain/alert/notice.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { newAlert } from '../new-alert.ts';
import { sendOrLeave } from '../send-or-leave.ts';

/** After the alerts that a check may decide in the same millisecond. */
const REPORT_SEQUENCE = 900;

/** A channel that fails, and what is said of it through the other one. */
export interface Trouble {
  channel: Exclude<Channel, 'none'>;
  /** One plain sentence, without address or URL. */
  detail: string;
  /** `downSince` is since when it fails. */
  notice: Notice;
}

export type TroubleDeps = Pick<NotifierDeps, 'table' | 'clock' | 'queue' | 'log'>;

/**
 * Remembers that a channel fails, shown on the monitor, and tells it through the other channel, once until it works
 * again; of monitors with the same two addresses the first tells it for all. It is one transaction.
 */
export async function tellTrouble(
  deps: TroubleDeps,
  monitor: Monitor,
  { channel, detail, notice }: Trouble,
): Promise<void> {
  const { table } = deps;
  const now = deps.clock.now();
  const other = otherChannel(monitor, channel);
  const failing = { address: shownAddress(monitor, channel), detail };
  const report = other && newAlert({ ...notice, failing }, other, REPORT_SEQUENCE);
  const news = other && newsOf(monitor, channel);
  const trouble = { monitorId: monitor.id, channel, since: notice.downSince, detail, news };
  const isTold = await retryLost(async () => {
    const isNew = report && news && !(await isTroubleTold(table, news, now));
    const telling = isNew ? [putTroubleToldItem(table, news, now), putAlertItem(table, report)] : [];
    const written = transact(table, [putChannelTroubleItem(table, trouble), ...telling]);
    return (await unlessKnown(written)) && isNew;
  });
  if (report && isTold)
    await sendOrLeave(deps, [
      { kind: 'alert', tenant: monitor.spaceId, monitorId: report.monitorId, sk: report.sk },
    ]);
}

/** The same for a channel by which an alert was given up on. */
export async function reportTrouble(deps: TroubleDeps, failed: AlertRecord, detail: string): Promise<void> {
  const monitor = await getMonitor(deps.table, failed.monitorId);
  const { channel } = failed;
  if (!monitor?.active || channel === 'none') return;
  await tellTrouble(deps, monitor, {
    channel,
    detail,
    notice: troubleNotice(failed, channel, deps.clock.now()),
  });
}

/** False when the trouble is known already; another transaction in the way says nothing of the kind. */
async function unlessKnown(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof LostCondition && error.refused[0]) return false;
    throw error;
  }
}

function shownAddress(monitor: Monitor, channel: Trouble['channel']): string | null {
  const address = channelAddressOf(monitor, channel);
  return address !== null && channel === 'email' ? maskedMailbox(address) : address;
}

/** The same for all monitors whose channel leads to the same address, and whose other one to the same reader. */
function newsOf({ spaceId, alertTo, alertUrl }: Monitor, channel: Channel): TroubleNews {
  const id = hashOf(JSON.stringify([channel, alertTo?.trim().toLowerCase(), alertUrl]));
  return { spaceId, id: id.slice(0, 32) };
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
