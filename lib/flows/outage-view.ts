import { isoOf, isoOrNull } from '../domain/instant.ts';
import type { DetectedOutages } from './detect-outages.ts';

/** How well the service itself sees: when it last checked, and the latest time in which pings could not reach it. */
export function outageView({ state, windows }: Pick<DetectedOutages, 'state' | 'windows'>) {
  const latest = windows.at(-1);
  return {
    last_check_at: isoOrNull(state.finishedAt),
    blind_window: latest ? { from: isoOf(latest.from), to: isoOrNull(latest.to) } : null,
  };
}
