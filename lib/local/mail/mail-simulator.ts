import { randomUUID } from 'node:crypto';
import type { LocalMail } from './mail-store.ts';

/** Addresses of SES's own mailbox simulator; a label keeps one try apart from another. */
const SIMULATOR = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i;

/** What EventBridge brings when SES reports on a mail. */
export interface MailEvent {
  source: 'aws.ses';
  'detail-type': 'Email Bounced' | 'Email Complaint Received';
  [field: string]: unknown;
}

/** What SES would report on a mail: its simulator's addresses bounce or complain, every other one is content. */
export function reportOn({ to, at, tags = {} }: LocalMail): MailEvent | null {
  const kind = SIMULATOR.exec(to)?.[1]?.toLowerCase();
  if (kind === undefined) return null;
  const isBounce = kind === 'bounce';
  const report = isBounce
    ? {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: to, action: 'failed', status: '5.1.1' }],
          timestamp: at,
          feedbackId: randomUUID(),
        },
      }
    : {
        eventType: 'Complaint',
        complaint: {
          complainedRecipients: [{ emailAddress: to }],
          complaintFeedbackType: 'abuse',
          timestamp: at,
          feedbackId: randomUUID(),
        },
      };
  return {
    version: '0',
    id: randomUUID(),
    source: 'aws.ses',
    'detail-type': isBounce ? 'Email Bounced' : 'Email Complaint Received',
    account: '000000000000',
    region: 'us-east-1',
    time: at,
    resources: [],
    detail: { ...report, mail: { timestamp: at, destination: [to], messageId: randomUUID(), tags } },
  };
}
