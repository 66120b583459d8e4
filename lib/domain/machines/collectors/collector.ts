/** What collectors can send of a machine (SPEC.md `monitoring`, without `system`, which names the first three). */
export const GROUPS = ['host', 'disk', 'network', 'mysql', 'asterisk'] as const;
export type Group = (typeof GROUPS)[number];

/** The wire that a collector speaks, by which its pushes are read. */
export type InputKind = 'prometheus' | 'influx' | 'otlp' | 'nrdp' | 'collectd' | 'snmp';

/** A collector that people run already. */
export interface Collector {
  label: string;
  kind: InputKind;
  /** What it can collect; anything else that is asked of it is not measured. */
  collects: readonly Group[];
}

/** The collectors that a device may have a channel for, one of each (SPEC.md `collector`). */
export const COLLECTORS = {
  alloy: { label: 'Grafana Alloy', kind: 'prometheus', collects: GROUPS },
  telegraf: { label: 'Telegraf', kind: 'influx', collects: GROUPS },
  opentelemetry: { label: 'OpenTelemetry Collector', kind: 'otlp', collects: GROUPS },
  ncpa: { label: 'NCPA', kind: 'nrdp', collects: ['host', 'disk', 'network'] },
  collectd: { label: 'collectd', kind: 'collectd', collects: ['host', 'disk', 'network', 'mysql'] },
  snmp: { label: 'SNMP (net-snmp)', kind: 'snmp', collects: ['host', 'disk', 'network'] },
} as const satisfies Record<string, Collector>;

export type CollectorId = keyof typeof COLLECTORS;

const SYSTEM = ['host', 'disk', 'network'] as const satisfies Group[];

/** What may be asked of a collector. */
export const MONITORED = ['system', ...GROUPS] as const;
export type Monitored = (typeof MONITORED)[number];

/** What was asked as it is kept: `system` is those three, and those three are `system` (SPEC.md). In the order of `MONITORED`. */
export function normalised(asked: readonly Monitored[]): Monitored[] {
  const groups = new Set(groupsOf(asked));
  const isSystem = SYSTEM.every((group) => groups.has(group));
  return MONITORED.filter((each) =>
    each === 'system' ? isSystem : groups.has(each) && !(isSystem && isOfSystem(each)),
  );
}

/** The groups that are asked for. */
export function groupsOf(asked: readonly Monitored[]): Group[] {
  return GROUPS.filter((group) => asked.includes(group) || (asked.includes('system') && isOfSystem(group)));
}

/** What of it a collector measures, and what it cannot. */
export function measuredBy(
  id: CollectorId,
  asked: readonly Monitored[],
): { measured: Group[]; notMeasured: Group[] } {
  const collects: readonly Group[] = COLLECTORS[id].collects;
  const groups = groupsOf(asked);
  return {
    measured: groups.filter((group) => collects.includes(group)),
    notMeasured: groups.filter((group) => !collects.includes(group)),
  };
}

function isOfSystem(group: Group): boolean {
  return SYSTEM.some((each) => each === group);
}
