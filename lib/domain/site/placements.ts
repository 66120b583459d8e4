import { PARTNERS } from './partners-config.ts';
import { dayOf } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import type { PartnersConfig, Placement, Sponsor } from './partners.ts';

/** A place where a sponsor is shown. */
export type PlacementId = (typeof PARTNERS.placements)[number]['id'];

/** What a proposal may ask for: a place, or all of them. */
export type OfferedId = PlacementId | typeof PARTNERS.houseBundle.id;

export const OFFERED_IDS: readonly OfferedId[] = [
  ...PARTNERS.placements.map(({ id }) => id),
  PARTNERS.houseBundle.id,
];

type Sponsored = Pick<PartnersConfig, 'sponsors'>;

/** Those whose last day is not over. */
export function sponsorsNow({ sponsors }: Sponsored, now: Instant): Sponsor[] {
  return sponsors.filter(({ until }) => until >= dayOf(now));
}

/** Those of them who are shown in a place. */
export function sponsorsIn(place: PlacementId, now: Instant, config: Sponsored = PARTNERS): Sponsor[] {
  return sponsorsNow(config, now).filter(({ placements }) => placements.includes(place));
}

/** Whether a place can be had. */
export function isFree({ id, isOffered, isExclusive }: Placement, config: Sponsored, now: Instant): boolean {
  const isTaken = sponsorsNow(config, now).some(({ placements }) => placements.includes(id));
  return isOffered && !(isExclusive && isTaken);
}
