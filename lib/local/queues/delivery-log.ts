import type { NotifierDeps } from '../../runtime/deps.ts';
import { isoOf } from '../../domain/instant.ts';

/** One try to deliver, as `/_local/deliveries` shows it. */
export interface LocalDelivery {
  at: string;
  channel: 'email' | 'webhook' | 'sms';
  to: string;
  outcome: string;
  status: number | null;
  body: string;
}

export interface DeliveryLog {
  /** Newest first. */
  list(): LocalDelivery[];
  counts(): { sent: number; failed: number };
}

const KEPT = 200;

/** The notifier's dependencies, with a record of every alert that leaves through them. */
export function watched(deps: NotifierDeps): { deps: NotifierDeps; log: DeliveryLog } {
  const kept: LocalDelivery[] = [];
  const counts = { sent: 0, failed: 0 };
  const note = (sent: boolean, delivery: Omit<LocalDelivery, 'at'>) => {
    counts[sent ? 'sent' : 'failed'] += 1;
    kept.unshift({ at: isoOf(deps.clock.now()), ...delivery });
    kept.length = Math.min(kept.length, KEPT);
  };
  return {
    log: { list: () => [...kept], counts: () => ({ ...counts }) },
    deps: {
      ...deps,
      sendWebhook: async (request) => {
        const delivery = await deps.sendWebhook(request);
        const { delivered, outcome, status } = delivery;
        note(delivered, { channel: 'webhook', to: request.url, outcome, status, body: request.body });
        return delivery;
      },
      sendText: async (text) => {
        const delivery = await deps.sendText(text);
        const { delivered, outcome, status } = delivery;
        if (text.kind === 'alert')
          note(delivered, { channel: 'sms', to: text.to, outcome, status, body: text.text });
        return delivery;
      },
      mailer: {
        ...deps.mailer,
        send: async (mail) => {
          const delivery = await deps.mailer.send(mail);
          // A mail that cannot be unsubscribed from asks for consent; it is no alert.
          if (mail.unsubscribeUrl !== null) {
            note(delivery.sent, {
              channel: 'email',
              to: mail.to,
              outcome: delivery.outcome,
              status: null,
              body: mail.subject,
            });
          }
          return delivery;
        },
      },
    },
  };
}
