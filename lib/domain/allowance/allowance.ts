import { LIMITS } from '../limits.ts';

/** What an owner has: active monitors, and those among them that alert by e-mail. */
export interface Usage {
  monitors: number;
  emailAlerts: number;
}

/** What a change adds to that; `fast` counts intervals and graces under the free minimum. */
export interface AllowanceRequest extends Usage {
  fast: number;
}

export type Sku = 'extra_endpoint' | 'fast_interval' | 'email_alert';

/** Prices in USD (SPEC.md "Limits"). */
export const PRICES_USD: Record<Sku, number> = { extra_endpoint: 0.1, fast_interval: 0.05, email_alert: 0.1 };

export interface Charge {
  sku: Sku;
  priceUsd: number;
}

/**
 * What a change costs beyond the free allowance, one entry per paid thing; empty when it is free. The one place
 * where the allowance is decided (SPEC.md "Errors" 3).
 */
export function chargesOf(usage: Usage, request: AllowanceRequest): Charge[] {
  return [
    ...charges('extra_endpoint', beyond(usage.monitors, request.monitors, LIMITS.freeMonitors)),
    ...charges('fast_interval', request.fast),
    ...charges('email_alert', beyond(usage.emailAlerts, request.emailAlerts, LIMITS.freeEmailAlerts)),
  ];
}

/** How many e-mail registrations a monitor is: the address of the account itself is none (DECISIONS.md "Alert channels" 6). */
export function emailAlertsOf(settings: { alertTo: string | null; alertToOwn: boolean }): 0 | 1 {
  return settings.alertTo === null || settings.alertToOwn ? 0 : 1;
}

/** Whether an interval, or the grace of a schedule, is under the free minimum. */
export function isFast(settings: {
  intervalSec: number;
  cron: string | null;
  graceSec: number | null;
}): boolean {
  const tightestSec =
    settings.cron === null ? settings.intervalSec : (settings.graceSec ?? LIMITS.graceDefaultSec);
  return tightestSec < LIMITS.freeIntervalMinSec;
}

function beyond(has: number, more: number, free: number): number {
  return Math.max(0, Math.min(more, has + more - free));
}

function charges(sku: Sku, count: number): Charge[] {
  return Array.from({ length: count }, () => ({ sku, priceUsd: PRICES_USD[sku] }));
}
