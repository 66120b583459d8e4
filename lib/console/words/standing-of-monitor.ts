import { standingOf, type Standing } from '../../domain/feed/standing.ts';
import type { Output } from '../api/operations.ts';

type Monitor = Pick<Output<'listMonitors'>['endpoints'][number], 'state' | 'incident'>;

/** How a monitor of the API stands, in the words of the status page. */
export function standingOfMonitor({ state, incident }: Monitor): Standing {
  return standingOf({ state, incident: incident && { ...incident, since: Date.parse(incident.since) } });
}
