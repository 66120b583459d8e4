import type { Alert } from '../../lib/domain/alerts/alert.ts';

/** How a try ends that reached whom it was for. */
export const DELIVERED: ReadonlySet<string> = new Set(['delivered', 'sent']);

export function wasDelivered({ attempts }: Alert): boolean {
  return attempts.some(({ outcome }) => DELIVERED.has(outcome));
}

/** What was for one channel alone, which leads elsewhere, was none for those who heard by the other. */
function isHeardElsewhere(alerts: readonly Alert[], { content, channel }: Alert): boolean {
  if (!content.toElsewhere) return false;
  return alerts.some(
    (each) =>
      each.content.kind === 'miss' &&
      each.content.incident === content.incident &&
      each.channel !== channel &&
      wasDelivered(each),
  );
}

/**
 * When the last try of an alert of an incident was given up on that nobody heard on any channel; null for one that
 * somebody heard, or may still hear (DECISIONS.md "Incidents and alerts" 2).
 */
export function unheardSince(alerts: readonly Alert[], incident: number, alertNumber: number): number | null {
  const channels = alerts.filter(
    ({ content }) =>
      content.kind === 'miss' && content.incident === incident && content.alertNumber === alertNumber,
  );
  const isOver = channels.every((alert) => alert.state !== 'pending' && !wasDelivered(alert));
  const givenUp = channels.filter(({ state }) => state === 'failed');
  if (!isOver || givenUp.length === 0 || channels.some((alert) => isHeardElsewhere(alerts, alert)))
    return null;
  return Math.max(...givenUp.flatMap(({ attempts }) => attempts.map(({ at }) => at)));
}

/** True of what a pause had put off and what was over when it ended: it was told to nobody. */
export function isDropped({ state, attempts }: Pick<Alert, 'state' | 'attempts'>): boolean {
  return state === 'skipped' && attempts.at(-1)?.outcome === 'paused_meanwhile';
}
