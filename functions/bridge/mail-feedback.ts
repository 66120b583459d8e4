import * as z from 'zod';
import { MAIL_TAGS, type MailSubject } from '../../lib/adapters/alerts/mail.ts';
import type { StopReason } from '../../lib/domain/alerts/stopped-address.ts';
import type { Instant } from '../../lib/domain/instant.ts';

/** What became of a mail after SES had taken it. */
export interface FeedbackReport {
  /** `transient` may arrive another time, `none` says nothing against a mail. */
  kind: StopReason | 'transient' | 'none';
  addresses: string[];
  /** What the mail was. The user pool cannot name it, and mails codes alone. */
  about: MailSubject;
  /** When the mail was sent. */
  mailedAt: Instant;
}

const recipients = z.array(z.object({ emailAddress: z.string() }));
const mail = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  destination: z.array(z.string()),
  tags: z.record(z.string(), z.array(z.string())).nullish(),
});
const bounced = z.object({
  'detail-type': z.literal('Email Bounced'),
  detail: z.object({
    mail,
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
  }),
});
const complained = z.object({
  'detail-type': z.literal('Email Complaint Received'),
  detail: z.object({
    mail,
    complaint: z.object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
    }),
  }),
});
const sesEvent = z.discriminatedUnion('detail-type', [bounced, complained]);

/** Reports by which nobody says that a mail was unwanted. */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure']);

/**
 * Reads an event of SES as EventBridge brings it (Amazon SES Developer Guide, "Monitoring SES events using Amazon
 * EventBridge"). Undefined for one that cannot be read.
 */
export function feedbackOf(event: unknown): FeedbackReport | undefined {
  const { data } = sesEvent.safeParse(event);
  if (!data) return undefined;
  const { tags, timestamp } = data.detail.mail;
  const [about, mailedAt] = [subjectOf(tags ?? {}), Date.parse(timestamp)];
  if (data['detail-type'] === 'Email Bounced') {
    const { bounceType, bouncedRecipients } = data.detail.bounce;
    const kind = bounceType === 'Permanent' ? 'bounced' : 'transient';
    return { kind, about, mailedAt, addresses: addressesOf(data.detail.mail.destination, bouncedRecipients) };
  }
  const { complaintFeedbackType, complainedRecipients } = data.detail.complaint;
  const kind = NO_COMPLAINT.has(complaintFeedbackType ?? '') ? 'none' : 'complained';
  return {
    kind,
    about,
    mailedAt,
    addresses: addressesOf(data.detail.mail.destination, complainedRecipients),
  };
}

/** A mail of ours has one receiver. The report may name another address, to which its mail is forwarded. */
function addressesOf(destination: string[], named: { emailAddress: string }[]): string[] {
  const addresses = destination.length === 1 ? destination : named.map(({ emailAddress }) => emailAddress);
  return addresses.map((address) => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address);
}

const subject = z.union([
  z.object({ kind: z.enum(['question', 'alert']), spaceId: z.string() }),
  z.object({ kind: z.enum(['invitation', 'report', 'contact', 'sign-in', 'recovery']) }),
]);

function subjectOf(tags: Record<string, string[]>): MailSubject {
  const [kind] = tags[MAIL_TAGS.kind] ?? [];
  const [spaceId] = tags[MAIL_TAGS.space] ?? [];
  return subject.safeParse({ kind, spaceId }).data ?? { kind: 'sign-in' };
}
