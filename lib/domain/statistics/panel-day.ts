import { added, CALLER_KINDS, type CallerKind, type DayCounts } from './counted.ts';

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

/** What was used on some days. */
export function panelUsage(days: readonly DayCounts[]) {
  const {
    pings = 0,
    calls_at_mcp = 0,
    calls_at_feed = 0,
    calls_at_documents = 0,
    ...counts
  } = added(days.map((each) => each.counts));
  return {
    pings,
    // There anew each day.
    monitors: Math.max(0, ...days.map((each) => each.counts.monitors ?? 0)),
    calls: CALLER_KINDS.reduce((sum, kind) => sum + (counts[`calls_${kind}`] ?? 0), 0),
    tool_calls: calls_at_mcp,
    feed_reads: calls_at_feed,
    documents: calls_at_documents,
  };
}
