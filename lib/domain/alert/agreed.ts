import type { MonitorSettings } from '../monitor/monitor.ts';
import type { StopReason } from './stopped-address.ts';

/**
 * Whether the address of a monitor has agreed to its alerts (DECISIONS.md "Alert channels" 5): it has confirmed itself, or
 * belongs to the account, whose sign-in confirmed it. Whatever it has answered itself, or mail that comes back, goes first.
 */
export function hasAgreed(
  { alertTo, alertToOwn }: Pick<MonitorSettings, 'alertTo' | 'alertToOwn'>,
  consent: { state: 'pending' | 'confirmed' | 'unsubscribed' | StopReason } | undefined,
): boolean {
  if (alertTo === null) return false;
  const isUnanswered = consent === undefined || consent.state === 'pending';
  return isUnanswered ? alertToOwn : consent.state === 'confirmed';
}
