import { PARTNERS } from './partners-config.ts';

/** A place where a sponsor is shown. */
export type PlacementId = (typeof PARTNERS.placements)[number]['id'];

/** What a proposal may ask for: a place, or all of them. */
export type OfferedId = PlacementId | typeof PARTNERS.houseBundle.id;

export const OFFERED_IDS: readonly OfferedId[] = [
  ...PARTNERS.placements.map(({ id }) => id),
  PARTNERS.houseBundle.id,
];
