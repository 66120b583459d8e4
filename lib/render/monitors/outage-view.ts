import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import type { BlindWindow } from '../../domain/monitors/outage/blind-window.ts';

/** How well the service itself sees: when it last checked, and the latest time in which pings could not reach it. */
export function outageView(known: {
  state: { finishedAt: Instant | null };
  windows: readonly BlindWindow[];
}) {
  const { state, windows } = known;
  const latest = windows.at(-1);
  return {
    last_check_at: isoOrNull(state.finishedAt),
    blind_window: latest ? { from: isoOf(latest.from), to: isoOrNull(latest.to) } : null,
  };
}
