import { hashOf } from '../../adapters/ids.ts';
import { mediumOf, recipientOf } from '../../domain/alerts/channel.ts';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Recipient } from '../../domain/alerts/pace.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/** A recipient whose pace is kept. */
export interface PacedRecipient extends Recipient {
  /** It does not say who it is. */
  id: string;
  /** It said how fast it takes messages, so all of them take a place. */
  hasRate: boolean;
}

const HOOK = { floorMs: 100, firstGapMs: 1_000, burstMs: 0, hasRate: false } as const;
/** SNS takes twenty texts a second of an account. */
const TEXTS = { ...HOOK, id: 'texts' } as const;
/** A mail service that does not say what it takes. */
const MAILS = { id: 'mails', floorMs: 20, firstGapMs: 100, burstMs: 1_000, hasRate: false } as const;

/**
 * Whose pace an alert is told at: that of its hook, for all alerts of its space, or that of the mail service. Null for a
 * test, whose owner waits for what happens, and where nobody is to be told.
 */
export async function pacedRecipientOf(
  deps: NotifierDeps,
  { channel, content }: Pick<Alert, 'channel' | 'content'>,
  monitor: Monitor,
): Promise<PacedRecipient | null> {
  const to = recipientOf(monitor, channel);
  if (content.kind === 'test' || to === null) return null;
  if (isPhoneNumber(to)) return TEXTS;
  if (mediumOf(channel) === 'email') return mailService(deps);
  return { ...HOOK, id: hashOf(JSON.stringify([monitor.spaceId, to])).slice(0, 32) };
}

/**
 * How many mails of one alert go at one turn: a second of what the service takes. More would be refused, and slow down the
 * mails of all.
 */
export function mailsAtOneTurn({ hasRate, floorMs, burstMs }: PacedRecipient): number {
  return hasRate ? Math.max(1, Math.round(burstMs / floorMs)) : Infinity;
}

/** The mail service of the deployment, at the rate that it allows the account. */
export async function mailService({ mailer }: Pick<NotifierDeps, 'mailer'>): Promise<PacedRecipient> {
  const perSecond = (await mailer.perSecond?.()) ?? null;
  if (perSecond === null) return MAILS;
  const gapMs = 1000 / perSecond;
  return { ...MAILS, floorMs: gapMs, firstGapMs: gapMs, hasRate: true };
}
