import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { DELAY_MAX_SEC, type QueueMessage } from '../../lib/adapters/queue.ts';
import { refusedInLine, takenInLine, turnInLine } from '../../lib/flows/alerts/line.ts';
import { mailService } from '../../lib/flows/alerts/paced-recipient.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** Mails that are no alerts; each is kept as due until it went. */
type MailMessage = Extract<QueueMessage, { kind: 'confirm' | 'invite' | 'report' | 'recovered' | 'contact' }>;

/** Alerts go first: where the line is longer, such a mail takes no place in it, and the checker brings it back. */
const AHEAD_MS = MINUTE_MS;

/** Sends a mail that is no alert at the pace of the mail service: `work` sends it when its turn has come. */
export async function mailInLine(
  deps: NotifierDeps,
  message: MailMessage,
  work: (deps: NotifierDeps) => Promise<null>,
): Promise<null> {
  const { table, clock, mailer } = deps;
  const service = await mailService(deps);
  const wanted = { place: message.place ?? null, count: 1, aheadMs: AHEAD_MS };
  const turn = await turnInLine(deps, service, wanted);
  if (turn === null) return null;
  const { goAt, place, pace } = turn;
  if (goAt !== null) {
    const waitSec = Math.ceil((goAt - clock.now()) / 1000);
    await sendOrLeave(
      deps,
      [{ ...message, ...(place !== null && { place }) }],
      Math.min(waitSec, DELAY_MAX_SEC),
    );
    return null;
  }
  const send: typeof mailer.send = async (mail) => {
    const startedAt = clock.now();
    const delivery = await mailer.send(mail);
    if (delivery.outcome === 'throttled')
      await refusedInLine(deps, service, { ...wanted, place, startedAt, retryAfterMs: null });
    if (delivery.sent) await takenInLine(table, service, pace);
    return delivery;
  };
  return work({ ...deps, mailer: { ...mailer, send } });
}
