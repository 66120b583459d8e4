import { casesOf, looksAt, type Case } from './cases.ts';
import type { Facts } from './facts.ts';
import { isDropped, unheardSince } from './heard.ts';
import type { Holdings } from './ledger.ts';

const HOUR_MS = 3_600_000;

/** While it lasts an incident is told again after its gap, and an hour after the last try where nobody heard it. */
export function repeatedInTime(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    repeatsOf(facts, each).map((fault) => `${each.monitor.name}: ${fault}`),
  );
}

function repeatsOf(facts: Facts, { monitor, incidents, alerts }: Case): string[] {
  return incidents.flatMap(({ number, misses, recoveredAt }) =>
    misses
      .toSorted((a, b) => a.content.decidedAt - b.content.decidedAt)
      .flatMap(({ content }, place, sorted) => {
        const following = sorted[place + 1]?.content;
        const next = following?.decidedAt ?? Infinity;
        const unheard = unheardSince(alerts, number, content.alertNumber);
        const dueAt = Math.min(
          content.decidedAt + Math.max(monitor.repeatSec, monitor.intervalSec) * 1000,
          unheard === null ? Infinity : unheard + HOUR_MS,
        );
        const what = `alert ${content.alertNumber} of incident ${number}`;
        // The mailbox alone that an owner has named since, or all where nobody had heard.
        const isForOthers = monitor.isReaddressed && (unheard !== null || following?.toElsewhere === true);
        const isDroppedOne = alerts.some(
          (alert) =>
            isDropped(alert) &&
            alert.content.incident === number &&
            alert.content.alertNumber === content.alertNumber,
        );
        const isSoon = next < dueAt && !isForOthers && !isDroppedOne;
        const look = looksAt(facts, monitor).find(({ startedAt }) => startedAt > dueAt);
        const lasts = recoveredAt === null && content.reason !== 'too_long';
        const isLate =
          look && lasts && monitor.deletion === null && !monitor.pausedOnce && next > look.endedAt;
        return [
          ...(isSoon ? [`${what} was repeated too soon`] : []),
          ...(isLate && isSteady(facts) ? [`${what} was not repeated when nobody had heard it`] : []),
        ];
      }),
  );
}

/** Where what came of a try is written at once. */
function isSteady({ plan }: Facts): boolean {
  return !['table', 'kills', 'strangers', 'busy', 'rooms', 'topics', 'everything', 'together'].includes(plan);
}
