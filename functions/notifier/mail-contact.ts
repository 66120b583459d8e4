import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { leaseContact, forgetContact } from '../../lib/data/site/contact-messages.ts';
import { contactMail } from '../../lib/render/alerts/contact-mail.ts';
import { required } from '../../lib/config/config.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { leaseTimes } from './mail-cap-wait.ts';

/**
 * Mails a message of a stranger to the team, and to nobody else, and forgets it. What cannot be mailed stays due. A
 * duplicate of the queue's message finds nothing to do.
 */
export async function mailContact(
  { table, clock, config, mailer, metrics, log }: NotifierDeps,
  { id }: Extract<QueueMessage, { kind: 'contact' }>,
): Promise<null> {
  const message = await leaseContact(table, id, leaseTimes(clock.now()));
  const { contactTo } = required(config.operator, 'who runs it');
  if (!message || contactTo === null) return null;
  const { sent, outcome } = await mailer.send({
    to: contactTo,
    ...contactMail(message),
    unsubscribeUrl: null,
    replyTo: message.email,
    messageId: message.id,
    about: { kind: 'contact' },
  });
  if (sent) await forgetContact(table, id);
  else {
    if (outcome !== 'throttled') metrics.put({ MailsFailed: 1 });
    log.warn('contact_not_mailed', { outcome });
  }
  return null;
}
