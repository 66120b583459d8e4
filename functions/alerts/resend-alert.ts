import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getAlert, reopenAlert } from '../../lib/data/alerts.ts';
import { LostCondition } from '../../lib/data/table.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import { sendOrLeave } from '../../lib/flows/send-or-leave.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { alertSkOf, alertView } from './alert-view.ts';

const RULE = `one alert is tried at most ${LIMITS.alertAttemptsMax} times`;

/** The same alert under the same id, tried once more; a receiver that has it drops it. */
export const resendAlert: Handle<typeof catalogue.resendAlert> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const sk = alertSkOf(params.alert);
  const alert = sk === null ? undefined : await getAlert(ctx.table, monitor.id, sk);
  if (!alert) throw new Refusal('not_found', 'There is no such alert of this monitor.');
  if (alert.channel === 'none')
    throw new Refusal('conflito', 'alert was recorded with no channel to tell it by; nothing can be sent.');
  if (alert.state === 'pending')
    throw new Refusal('conflito', 'alert is still being sent; wait for it to be final.');
  if (alert.attempts.length >= LIMITS.alertAttemptsMax)
    throw new Refusal('conflito', `alert was tried ${alert.attempts.length} times; ${RULE}.`);
  try {
    const reopened = await reopenAlert(ctx.table, alert, ctx.now + LIMITS.checkEverySec * 1000);
    await sendOrLeave(ctx, [{ kind: 'alert', monitorId: monitor.id, sk: alert.sk }]);
    return alertView(reopened);
  } catch (error) {
    if (error instanceof LostCondition)
      throw new Refusal('conflito', 'alert was sent again by somebody else just now.');
    throw error;
  }
};
