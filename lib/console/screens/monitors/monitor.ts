import { naturalKey } from '../../../domain/feed/roll-order.ts';
import type { Standing } from '../../../domain/feed/standing.ts';
import type { Output } from '../../api/operations.ts';
import { dueAtOf } from '../../words/moments.ts';
import { standingOfMonitor } from '../../words/attention-of.ts';

/** A monitor as the list of the API has it. */
export type Monitor = Output<'listMonitors'>['endpoints'][number];

/** A row of the list: a monitor with what it is filtered and sorted by, worked out once. */
export interface Row {
  monitor: Monitor;
  standing: Standing;
  /** Of the name, for the natural order. */
  key: string;
  /** What the search looks in, in lower case. */
  text: string;
  /** When the job is expected next, in ISO 8601; null where nothing is. */
  dueAt: string | null;
}

export function rowOf(monitor: Monitor): Row {
  const { id, name, slug = '', tags } = monitor;
  return {
    monitor,
    dueAt: dueAtOf(monitor),
    standing: standingOfMonitor(monitor),
    key: naturalKey(name),
    text: [name, slug, id, ...tags].join('\n').toLowerCase(),
  };
}
