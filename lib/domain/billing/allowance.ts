import { LIMITS } from '../limits.ts';
import type { Bought, Sku, Tariff } from './tariff.ts';

/** How many of each thing that the allowance is of: what an owner has, what a change adds, or what was bought. */
export interface Usage {
  monitors: number;
  /** Monitors with an interval or grace under the free minimum. */
  fast: number;
  /** Monitors and channels that mail alerts to an address that is not the account's own. */
  emailAlerts: number;
}

export const NO_USAGE: Usage = { monitors: 0, fast: 0, emailAlerts: 0 };

/** Whether a change moves none of them. */
export function isNoUsage(change: Usage): boolean {
  return Object.values(change).every((by) => by === 0);
}

/** Which of them each SKU buys a slot for. */
export const COUNTED_BY = {
  extra_endpoint: 'monitors',
  fast_interval: 'fast',
  email_alert: 'emailAlerts',
} as const satisfies Record<Sku, keyof Usage>;

export const SKUS = Object.keys(COUNTED_BY) as Sku[];

export interface Charge<S extends Bought = Sku> {
  sku: S;
  /** In millionths of a dollar. */
  micros: number;
}

/** The slots that charges buy; what is no slot is none. */
export function boughtSlots(charges: readonly Charge<Bought>[]): Usage {
  const counts = charges.flatMap(({ sku }) => (sku in COUNTED_BY ? [COUNTED_BY[sku as Sku]] : []));
  const countOf = (of: keyof Usage) => counts.filter((each) => each === of).length;
  return { monitors: countOf('monitors'), fast: countOf('fast'), emailAlerts: countOf('emailAlerts') };
}

/** How much of each an owner may have at no further cost: what is free, and the slots that were bought. */
export function allowedBy({ free }: Tariff, slots: Usage): Usage {
  return {
    monitors: free.monitors + slots.monitors,
    fast: slots.fast,
    emailAlerts: free.emailAlerts + slots.emailAlerts,
  };
}

/**
 * What slots come to that are given by themselves: with one for each thing that the owner has beyond its allowance, as after
 * a trial, or those that were paid for would be used up by what it has already.
 */
export function slotsAlone(bought: Usage, { usage, allowed }: { usage: Usage; allowed: Usage }): Usage {
  const placesFor = (of: keyof Usage) => bought[of] && bought[of] + Math.max(0, usage[of] - allowed[of]);
  return {
    monitors: placesFor('monitors'),
    fast: placesFor('fast'),
    emailAlerts: placesFor('emailAlerts'),
  };
}

/**
 * What a change costs an owner that has `usage` and may have `allowed`, one entry per paid thing; empty when it is free.
 * The one place where the allowance is decided (SPEC.md "Errors" 3).
 */
export function chargesOf(
  { usage, allowed }: { usage: Usage; allowed: Usage },
  asked: Usage,
  prices: Tariff['prices'],
): Charge[] {
  return SKUS.flatMap((sku) => {
    const of = COUNTED_BY[sku];
    const count = Math.max(0, Math.min(asked[of], usage[of] + asked[of] - allowed[of]));
    return Array.from({ length: count }, () => ({ sku, micros: prices[sku] }));
  });
}

/** What names an address that alerts are mailed to. */
interface Addressed {
  alertTo: string | null;
  alertToOwn: boolean;
}

/** How many e-mail registrations it is: the address of the account itself is none (DECISIONS.md "Alert channels" 6). */
export function emailAlertsOf(settings: Addressed): 0 | 1 {
  return settings.alertTo === null || settings.alertToOwn ? 0 : 1;
}

/** What a change of a channel of mail takes of its owner's allowance, or gives back. */
export function registrationChange(before: Addressed | undefined, after: Addressed | undefined): Usage {
  const [had, has] = [before, after].map((each) => (each ? emailAlertsOf(each) : 0));
  return { ...NO_USAGE, emailAlerts: (has ?? 0) - (had ?? 0) };
}

/** When a monitor is to be heard, as far as that may cost. */
interface Pace {
  intervalSec: number;
  cron: string | null;
  graceSec: number | null;
}

/** Whether an interval, or the grace of a schedule, is under the free minimum. */
export function isFast({ intervalSec, cron, graceSec }: Pace, { minIntervalSec }: Tariff['free']): boolean {
  const tightestSec = cron === null ? intervalSec : (graceSec ?? LIMITS.graceDefaultSec);
  return tightestSec < minIntervalSec;
}

/** What a monitor takes of its owner's allowance. */
interface Taking extends Pace {
  active: boolean;
  countsAsFast: boolean;
  alertTo: string | null;
  alertToOwn: boolean;
}

/**
 * A monitor with the mark by which it counts as fast. It counts from the write on that brings it under the free minimum; one
 * that was under it uncounted, from before there was the mark or by another minimum, stays so while it does.
 */
export function countedFast<M extends Taking>(before: Taking | undefined, after: M, free: Tariff['free']): M {
  const wasFast = before?.active === true && isFast(before, free);
  return { ...after, countsAsFast: isFast(after, free) && (wasFast ? before.countsAsFast : true) };
}

/** What monitors take of their owner's allowance; of one that ended nothing. */
export function usageOf(monitors: readonly Taking[]): Usage {
  const active = monitors.filter((monitor) => monitor.active);
  return {
    monitors: active.length,
    fast: active.filter(({ countsAsFast }) => countsAsFast).length,
    emailAlerts: active.reduce((sum, monitor) => sum + emailAlertsOf(monitor), 0),
  };
}

/** What a change takes more, or less than zero: gives back. */
export function usageChange(before: readonly Taking[], after: readonly Taking[]): Usage {
  const [was, is] = [usageOf(before), usageOf(after)];
  return {
    monitors: is.monitors - was.monitors,
    fast: is.fast - was.fast,
    emailAlerts: is.emailAlerts - was.emailAlerts,
  };
}
