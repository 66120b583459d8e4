import { ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import { type Standing, standingOf } from '../../domain/feed/standing.ts';
import { moodOf, shortOf, type Mood, type StandingCounts } from '../../render/feed/headline.ts';
import type { MarkVariant } from '../../render/mark.ts';
import type { Output } from '../api/operations.ts';

const MARKS: Record<Mood, MarkVariant> = {
  trouble: 'down',
  waiting: 'waiting',
  ok: 'ok',
  paused: 'paused',
  empty: 'plain',
};

export function standingCounts(standings: Iterable<Standing>): StandingCounts {
  const counts = Object.fromEntries(ROLL_ORDER.map((standing) => [standing, 0])) as StandingCounts;
  for (const standing of standings) counts[standing] += 1;
  return counts;
}

/** What a tab tells of monitors that stand like this. */
export function attentionOf(standings: readonly Standing[]): { words: string; mark: MarkVariant } {
  const counts = standingCounts(standings);
  const mood = moodOf(counts);
  return { words: mood === 'trouble' ? shortOf(counts) : '', mark: MARKS[mood] };
}

type Monitor = Pick<Output<'listMonitors'>['endpoints'][number], 'state' | 'incident'>;

/** How a monitor of the API stands, in the words of the status page. */
export function standingOfMonitor({ state, incident }: Monitor): Standing {
  return standingOf({ state, incident: incident && { ...incident, since: Date.parse(incident.since) } });
}
