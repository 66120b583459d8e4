import { type Standing, standingOf } from '../../domain/feed/standing.ts';
import { countsOf, MARK_OF, moodOf, shortOf } from '../../render/feed/headline.ts';
import type { MarkVariant } from '../../render/mark.ts';
import type { Output } from '../api/operations.ts';

/** What a tab says of monitors that stand like this. */
export function attentionOf(standings: readonly Standing[]): { words: string; mark: MarkVariant } {
  const counts = countsOf(standings);
  const mood = moodOf(counts);
  return {
    words: mood === 'trouble' ? shortOf(counts) : '',
    mark: mood === 'empty' ? 'plain' : MARK_OF[mood],
  };
}

type Monitor = Pick<Output<'listMonitors'>['endpoints'][number], 'state' | 'incident'>;

/** How a monitor of the API stands, in the words of the status page. */
export function standingOfMonitor({ state, incident }: Monitor): Standing {
  return standingOf({ state, incident: incident && { ...incident, since: Date.parse(incident.since) } });
}
