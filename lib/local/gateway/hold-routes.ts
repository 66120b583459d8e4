import { holdAt, type Hold } from '../../domain/alerts/alert-stop.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';

const MAX_MINUTES = LIMITS.alertHoldMaxSec / 60;
const RULE = `Send {"minutes": N}, more than 0 and at most ${MAX_MINUTES}, or {"until": "2027-01-31T06:30:00Z"}, an instant in the next ${MAX_MINUTES} minutes.`;

/** What `/_local/hold` answers. */
export function holdView(hold: Hold | null, now: Instant): { held_until: string | null } {
  return { held_until: isoOrNull(holdAt(hold, now)) };
}

/** The hold that a body asks for; a sentence says what is wrong with it. */
export function holdOf(text: string, now: Instant): Hold | string {
  const asked = askedOf(text);
  if (!asked) return RULE;
  const { minutes, until, ...others } = asked;
  if (Object.keys(others).length > 0 || (minutes === undefined) === (until === undefined)) return RULE;
  const at = typeof minutes === 'number' ? now + Math.round(minutes * 60_000) : instantOf(until);
  if (at > now && at <= now + LIMITS.alertHoldMaxSec * 1000) return { until: at };
  return `${RULE} It is ${isoOf(now)}.`;
}

function askedOf(text: string): { minutes?: unknown; until?: unknown } | null {
  try {
    const asked: unknown = JSON.parse(text);
    return typeof asked === 'object' && asked !== null && !Array.isArray(asked) ? asked : null;
  } catch {
    return null;
  }
}

function instantOf(until: unknown): number {
  const isInstant = typeof until === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(until);
  return isInstant ? Date.parse(until) : Number.NaN;
}
