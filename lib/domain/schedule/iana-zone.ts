import { accepted, refused, type Decision } from '../decision.ts';
import { likelyZones } from './likely-zones.ts';
import { isZone } from './zone.ts';

const SHOWN_MAX_CHARS = 40;

/**
 * A zone as a caller may name it: an IANA name with a slash, or `UTC`, in any case. Names without a slash are refused
 * although runtimes know some: they are abbreviations of several places (`BST` is Bangladesh to ICU) or links of old.
 * The value is spelled as the zone database spells it, where the runtime tells.
 */
export function ianaZone(text: string): Decision<string, 'tz_invalida'> {
  if (text.toUpperCase() === 'UTC') return accepted('UTC');
  if (text.includes('/') && isZone(text)) return accepted(spelled(text));
  return refused(
    'tz_invalida',
    `tz must be an IANA time zone name with a slash such as "America/Sao_Paulo", or "UTC"; got "${text.slice(0, SHOWN_MAX_CHARS)}".${proposalFor(text)}`,
  );
}

/** ` Did you mean …?`, or nothing when nobody can tell what was meant. */
export function proposalFor(text: string): string {
  const likely = likelyZones(text).map((zone) => `"${zone}"`);
  return likely.length === 0 ? '' : ` Did you mean ${likely.join(' or ')}?`;
}

/** A link such as `Asia/Kolkata` resolves to another name and stays as it was written. */
function spelled(text: string): string {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  return name.toLowerCase() === text.toLowerCase() ? name : text;
}
