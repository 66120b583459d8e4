import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getAlert, reopenAlertItem } from '../../lib/data/alerts/alerts.ts';
import { alertSkOf } from '../../lib/data/alerts/alert-keys.ts';
import { transact, WriteConflict } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { recipientOf } from '../../lib/domain/alerts/channel.ts';
import { isOwnerChannelId } from '../../lib/domain/alerts/owner-channel.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { toldByChannelOf } from '../../lib/flows/alerts/told-by-channel.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import { noSuchMonitor, ownMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { alertView } from '../../lib/render/alerts/alert-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

const RULE = `one alert is tried at most ${LIMITS.alertAttemptsMax} times`;

/** The same alert under the same id, tried once more; a receiver that has it drops it. */
export const resendAlert: Handle<typeof catalogue.resendAlert> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  if (!monitor.active) throw noSuchMonitor();
  const sk = alertSkOf(params.alert);
  const alert = sk === null ? undefined : await getAlert(ctx.table, monitor.id, sk);
  if (!alert) throw new Refusal('not_found', 'This monitor has no such alert.');
  const obstacle = obstacleTo(alert, await toldByChannelOf(ctx.table, alert, monitor));
  if (obstacle !== null) throw new Refusal('conflito', obstacle);
  try {
    const dueAt = ctx.now + LIMITS.checkEverySec * 1000;
    const reopened: Alert = { ...alert, state: 'pending', dueAt, reopened: true };
    return await ctx.commit(alertView(reopened, params.alert), async (rows) => {
      await transact(ctx.table, [reopenAlertItem(ctx.table, alert, dueAt), ...rows]);
      const { id: monitorId, spaceId: tenant } = monitor;
      await sendOrLeave(ctx, [{ kind: 'alert', tenant, monitorId, sk: alert.sk }]);
    });
  } catch (error) {
    if (error instanceof WriteConflict)
      throw new Refusal('conflito', 'alert was sent again by someone else just now.');
    throw error;
  }
};

/** Why an alert cannot be sent now, or null. Without its channel a delivered alert would end as skipped. */
function obstacleTo({ channel, state, attempts }: Alert, monitor: Monitor): string | null {
  if (channel === 'none') return 'alert was recorded without a channel; nothing can be sent.';
  if (state === 'pending') return 'alert is still being sent; wait for it to be final.';
  if (attempts.length >= LIMITS.alertAttemptsMax) return `alert was tried ${attempts.length} times; ${RULE}.`;
  if (recipientOf(monitor, channel) !== null) return null;
  if (isOwnerChannelId(channel))
    return 'alert goes through a channel that is off, gone or no longer covers this monitor.';
  const field = channel === 'email' ? 'alert_to' : 'alert_url';
  return `alert goes to ${field}, which the monitor no longer has; set it and repeat.`;
}
