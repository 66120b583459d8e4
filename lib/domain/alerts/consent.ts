import type { Instant } from '../instant.ts';
import type { MonitorSettings } from '../monitors/monitor.ts';
import type { StopReason } from './stopped-address.ts';

/** What an address has said, as whoever named it reads it. */
export const CONSENT_STANDINGS = ['asked', 'agreed', 'refused', 'bounced'] as const;

/** What is known of what an address has said. */
export interface Answer {
  state: 'pending' | 'confirmed' | 'unsubscribed' | StopReason;
  /** When the address itself last said so. */
  answeredAt: Instant | null;
}

/**
 * Whether the address of a monitor has consented to its alerts (DECISIONS.md "Alert channels" 5): it has confirmed itself, or
 * belongs to the account, whose sign-in confirmed it. Whatever it has answered itself, or mail that comes back, goes first.
 */
export function hasConsented(
  { alertTo, alertToOwn }: Pick<MonitorSettings, 'alertTo' | 'alertToOwn'>,
  consent: Answer | undefined,
): boolean {
  if (alertTo === null) return false;
  return isUnanswered(consent) ? alertToOwn : consent.state === 'confirmed';
}

/** Whether an address has said nothing about the alerts: a complaint of the consent mail alone is none of them. */
export function isUnanswered<T extends Answer>(
  consent: T | undefined,
): consent is undefined | (T & { state: 'pending' | 'complained' }) {
  if (consent === undefined || consent.state === 'pending') return true;
  return consent.state === 'complained' && consent.answeredAt === null;
}

/** How the consent of an address stands for who named it. */
export function standingOfConsent(
  named: Pick<MonitorSettings, 'alertTo' | 'alertToOwn'>,
  consent: Answer | undefined,
): (typeof CONSENT_STANDINGS)[number] {
  if (hasConsented(named, consent)) return 'agreed';
  if (consent?.state === 'bounced') return 'bounced';
  return consent === undefined || consent.state === 'pending' ? 'asked' : 'refused';
}
