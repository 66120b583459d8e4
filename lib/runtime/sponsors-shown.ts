import type { Instant } from '../domain/instant.ts';
import type { Sponsor } from '../domain/site/partners.ts';
import { type PlacementId, sponsorsIn } from '../domain/site/placements.ts';
import { arePublicPagesShown, type Config } from '../config/config.ts';

/** Who is shown in a place; nobody where there is nothing for strangers. */
export function sponsorsShown(
  { config, now }: { config: Pick<Config, 'publicPages'>; now: Instant },
  place: PlacementId,
): Sponsor[] {
  return arePublicPagesShown(config) ? sponsorsIn(place, now) : [];
}
