import { isoOf, isoOrNull, type Instant } from '../domain/instant.ts';
import { sightNow, type SightDeps } from './sight.ts';

/** How well the service itself sees: when it last checked, and the latest time in which pings could not reach it. */
export async function serviceSight(deps: SightDeps, now: Instant) {
  const { state, windows } = await sightNow(deps, now);
  const latest = windows.at(-1);
  return {
    last_check_at: isoOrNull(state.finishedAt),
    blind_window: latest ? { from: isoOf(latest.from), to: isoOrNull(latest.to) } : null,
  };
}
