import { CALLER_KINDS, type CallerKind, type DayCounts } from './counted.ts';

/** A day of the panel; what nobody counted is zero. */
export function panelDay({ day, counts }: DayCounts) {
  const of = (what: 'visits' | 'calls', kind: CallerKind) => counts[`${what}_${kind}`] ?? 0;
  const all = (what: 'visits' | 'calls') => CALLER_KINDS.reduce((sum, kind) => sum + of(what, kind), 0);
  return {
    day,
    visits: all('visits'),
    visits_people: of('visits', 'person'),
    visits_agents: of('visits', 'agent'),
    visits_machines: of('visits', 'machine'),
    visitors: counts.visitors_person ?? 0,
    calls: all('calls'),
    calls_people: of('calls', 'person'),
    calls_agents: of('calls', 'agent'),
    calls_machines: of('calls', 'machine'),
  };
}
