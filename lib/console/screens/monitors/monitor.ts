import { naturalKey } from '../../../domain/feed/roll-order.ts';
import type { Standing } from '../../../domain/feed/standing.ts';
import type { Output } from '../../api/operations.ts';
import { standingOfMonitor } from '../../words/standing-of-monitor.ts';

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

/** The service says it of a schedule; of an interval it follows. */
function dueAtOf(monitor: Monitor): string | null {
  const { state, next_expected_at: at, last_event_at: last, interval_sec: intervalSec } = monitor;
  if (state === 'paused') return monitor.paused_until;
  if (state === 'inactive') return null;
  if (at !== null || last === null || monitor.cron !== null) return at;
  return new Date(Date.parse(last) + intervalSec * 1000).toISOString();
}
