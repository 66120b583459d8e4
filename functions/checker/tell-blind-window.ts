import { hashOf } from '../../lib/adapters/ids.ts';
import { putAlertItem } from '../../lib/data/alerts/alerts.ts';
import {
  getBlindNotice,
  postponeBlindNotice,
  settleBlindNoticeItem,
  type BlindNotice,
} from '../../lib/data/alerts/blind-notices.ts';
import type { Key } from '../../lib/data/keys.ts';
import { monitorPages } from '../../lib/data/monitors/monitor-pages.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { transact } from '../../lib/data/table.ts';
import { contentAbout } from '../../lib/domain/alerts/alert-content.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsOf } from '../../lib/domain/alerts/channel.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { AlertChannel, Monitor } from '../../lib/domain/monitors/monitor.ts';
import { windowAt } from '../../lib/domain/monitors/outage/blind-window.ts';
import { mailsSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { newAlert } from '../../lib/flows/alerts/outbox.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';

/** After the alerts that a check may decide in the same millisecond. */
const SEQUENCE = 901;

/** Tells an owner, once and when it is over, from when to when we could not see its monitors. */
export async function tellBlindWindow(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const notice = await getBlindNotice(deps.table, key);
  if (!notice || notice.dueAt === null || notice.dueAt > run.now) return [];
  const window = windowAt(run.path.windows, notice.from);
  if (window?.to === null || run.path.provenAt < notice.from) {
    await postponeBlindNotice(deps.table, notice, run.now + LIMITS.checkEverySec * 1000);
    return [];
  }
  const monitor = await notifiableMonitor(deps, notice, run.now);
  const alerts =
    monitor && window
      ? [alertOf(monitor, notice, { from: window.from, to: window.to }, await channelOf(deps, monitor), run)]
      : [];
  const items = alerts.map((alert) => putAlertItem(deps.table, alert));
  await transact(deps.table, [settleBlindNoticeItem(deps.table, notice), ...items]);
  return alerts.map(({ monitorId, sk }) => ({
    message: { kind: 'alert', tenant: notice.spaceId, monitorId, sk },
  }));
}

/** The monitor that the notice was scheduled for, or another one of the owner when that is gone or has no channel. */
async function notifiableMonitor(
  deps: CheckerDeps,
  notice: BlindNotice,
  now: Instant,
): Promise<Monitor | undefined> {
  const first = await getMonitor(deps.table, notice.monitorId);
  if (first && canTell(first)) return first;
  for await (const monitors of monitorPages(deps.table, [notice.spaceId], now)) {
    const other = monitors.find(canTell);
    if (other) return other;
  }
  return undefined;
}

function canTell(monitor: Monitor): boolean {
  return monitor.active && channelsOf(monitor).length > 0;
}

/** The channel that an owner is likeliest to read: mail, unless its address has not consented and there is a webhook. */
async function channelOf(deps: CheckerDeps, monitor: Monitor): Promise<AlertChannel> {
  if (!channelsOf(monitor).includes('webhook')) return 'email';
  return (await mailsSomebody(deps.table, monitor)) ? 'email' : 'webhook';
}

function alertOf(
  monitor: Monitor,
  notice: BlindNotice,
  window: { from: Instant; to: Instant },
  channel: AlertChannel,
  run: CheckRun,
): Alert {
  const alertId = `msg_${hashOf(`${notice.spaceId}|${notice.from}|blind`).slice(0, 32)}`;
  const words = { kind: 'blind', alertId, downSince: window.from, recoveredAt: window.to } as const;
  return newAlert(contentAbout(monitor, words, run.now), channel, SEQUENCE);
}
