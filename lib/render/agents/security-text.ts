import { DAY_MS } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import type { DeploymentFacts } from './facts.ts';

/** RFC 9116 advises less than a year. */
const GOOD_FOR_DAYS = 180;

/** RFC 9116, good for half a year from the day of the request on; the same text all day. */
export function securityText(contact: string, { url }: Pick<DeploymentFacts, 'url'>, now: Instant): string {
  const expires = (Math.floor(now / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS;
  const here = url('getSecurityText');
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en',
    // Addresses in it must be https, which one machine has none of.
    ...(here.startsWith('https:') ? [`Canonical: ${here}`] : []),
    '',
  ].join('\n');
}
