import { DAY_MS } from '../calendar.ts';
import { LIMITS } from '../limits.ts';
import { measuredSumOf } from './figures.ts';
import type { Publication } from './publication.ts';

const CHECKS_A_DAY = DAY_MS / (LIMITS.checkEverySec * 1000);

/** How far the service kept what it promises, in percent over the published days; null where that was not measured. */
export interface Reliability {
  /** The times of five minutes in which all that was due was worked off. */
  checksInTime: number | null;
  /** Alerts that reached somebody at the first try, of those that reached somebody. */
  alertsAtOnce: number | null;
}

/** The day on which counting began is left out of the checks: it is no whole one. */
export function reliabilityOf({ days, since }: Publication): Reliability {
  const checked = days.filter(({ day, figures }) => figures.checks !== null && day > since.checks);
  const sum = (name: 'alerts' | 'alerts_at_once') => measuredSumOf(days.map(({ figures }) => figures[name]));
  return {
    checksInTime: wholePercentOf(
      measuredSumOf(checked.map(({ figures }) => figures.checks)),
      checked.length * CHECKS_A_DAY,
    ),
    alertsAtOnce: wholePercentOf(sum('alerts_at_once'), sum('alerts')),
  };
}

/** As strangers are shown a number: to two significant digits. Null, of what was not measured, stays null. */
export function twoDigits(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(2));
}

/** A part of a whole in percent, rounded down: 100 says that nothing was lost. Null where nothing was measured. */
export function wholePercentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || !(whole > 0)) return null;
  const percent = Math.min(100, Math.max(0, (part / whole) * 100));
  return percent < 10 ? Math.floor(percent * 10) / 10 : Math.floor(percent);
}
