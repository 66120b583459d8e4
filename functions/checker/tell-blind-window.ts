import { hashOf } from '../../lib/adapters/ids.ts';
import { putAlertItem } from '../../lib/data/alerts.ts';
import {
  getBlindNotice,
  postponeBlindNotice,
  settleBlindNoticeItem,
  type BlindNotice,
} from '../../lib/data/blind-notices.ts';
import type { Key } from '../../lib/data/keys.ts';
import { getMonitor } from '../../lib/data/monitors.ts';
import { transact } from '../../lib/data/table.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import { noticeAbout } from '../../lib/domain/alert/notice-about.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { windowAt, type BlindWindow } from '../../lib/domain/outage/blind-window.ts';
import { newAlert } from '../../lib/flows/new-alert.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';

/** After the alerts that a check may decide in the same millisecond. */
const SEQUENCE = 901;

/** Tells an owner, once and when it is over, from when to when we could not see its monitors. */
export async function tellBlindWindow(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const notice = await getBlindNotice(deps.table, key);
  if (!notice || notice.dueAt === null || notice.dueAt > run.now) return [];
  const window = windowAt(run.windows, notice.from);
  if (window?.to === null) {
    await postponeBlindNotice(deps.table, notice, run.now + LIMITS.checkEverySec * 1000);
    return [];
  }
  const monitor = await getMonitor(deps.table, notice.monitorId);
  const alerts =
    monitor?.active && window ? alertsOf(monitor, notice, { from: window.from, to: window.to }, run) : [];
  const items = alerts.map((alert) => putAlertItem(deps.table, alert));
  await transact(deps.table, [settleBlindNoticeItem(deps.table, notice), ...items]);
  return alerts.map(({ monitorId, sk }) => ({ message: { kind: 'alert', monitorId, sk } }));
}

/** One notice, by the channel an owner is likeliest to read. */
function alertsOf(
  monitor: Monitor,
  owed: BlindNotice,
  window: BlindWindow & { to: number },
  run: CheckRun,
): AlertRecord[] {
  const channel = monitor.alertTo === null ? 'webhook' : 'email';
  const alertId = `msg_${hashOf(`${owed.spaceId}|${owed.from}|blind`).slice(0, 32)}`;
  const words = { kind: 'blind', alertId, downSince: window.from, recoveredAt: window.to } as const;
  return [newAlert(noticeAbout(monitor, words, run.now), channel, SEQUENCE)];
}
