import type { MeasureField } from '../measures/measure.ts';
import type { Group } from './collector.ts';

export type LiveGroup = Group;

/** A live number; of a counter it is the rate per second, `scale` times the counter's own unit. */
export interface LiveField extends MeasureField {
  counter?: { scale: number };
}

const MEGABITS = 8 / 1_000_000;
const MEGABYTES = 1 / 1_000_000;

/** The numbers that a channel shows, by group. */
export const LIVE_FIELDS = {
  host: [
    { id: 'load1', label: 'Load, 1 minute', format: 'num' },
    { id: 'load5', label: 'Load, 5 minutes', format: 'num' },
    { id: 'load15', label: 'Load, 15 minutes', format: 'num' },
    { id: 'cpuPct', label: 'CPU', format: 'pct' },
    { id: 'memoryPct', label: 'Memory', format: 'pct' },
    { id: 'memoryTotal', label: 'Total memory', format: 'mib' },
    { id: 'swapPct', label: 'Swap', format: 'pct' },
    { id: 'uptime', label: 'Up for', format: 'seg' },
    { id: 'users', label: 'Sessions', format: 'int' },
    { id: 'processes', label: 'Processes', format: 'int' },
  ],
  disk: [
    { id: 'usedPct', label: 'Used', format: 'pct' },
    { id: 'total', label: 'Size', format: 'mib' },
    { id: 'read', label: 'Read', format: 'mbs', counter: { scale: MEGABYTES } },
    { id: 'written', label: 'Written', format: 'mbs', counter: { scale: MEGABYTES } },
  ],
  network: [
    { id: 'in', label: 'In', format: 'mbps', counter: { scale: MEGABITS } },
    { id: 'out', label: 'Out', format: 'mbps', counter: { scale: MEGABITS } },
  ],
  mysql: [
    { id: 'up', label: 'Answers', format: 'int' },
    { id: 'threads', label: 'Connections', format: 'int' },
    { id: 'queries', label: 'Queries a second', format: 'num', counter: { scale: 1 } },
    { id: 'uptime', label: 'Up for', format: 'seg' },
  ],
  asterisk: [
    { id: 'channels', label: 'Channels', format: 'int' },
    { id: 'calls', label: 'Calls', format: 'int' },
    { id: 'callsDone', label: 'Calls a second', format: 'num', counter: { scale: 1 } },
    { id: 'endpoints', label: 'Endpoints', format: 'int' },
    { id: 'uptime', label: 'Up for', format: 'seg' },
  ],
} as const satisfies Record<LiveGroup, readonly LiveField[]>;

/** `<group>.<field>`: how a live number is named where it is not within its group. */
export type LiveKey = {
  [G in LiveGroup]: `${G}.${(typeof LIVE_FIELDS)[G][number]['id']}`;
}[LiveGroup];

/** Each live number by its key, in the order in which they are shown. */
export const LIVE_KEYS: ReadonlyMap<string, { group: LiveGroup; field: LiveField }> = new Map(
  Object.entries(LIVE_FIELDS).flatMap(([group, fields]) =>
    fields.map((field: LiveField) => [`${group}.${field.id}`, { group: group as LiveGroup, field }] as const),
  ),
);
