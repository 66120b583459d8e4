import type { Log } from '../runtime/report/log.ts';

/**
 * What a list shows of each record. One of which nothing can be shown is left out and logged: damage to one must not take
 * the others from their owner for as long as it lasts.
 */
export function eachShown<T, V>(log: Log, records: readonly T[], show: (record: T) => V): V[] {
  const faults: unknown[] = [];
  const views = records.flatMap((record) => {
    try {
      return [show(record)];
    } catch (error) {
      faults.push(error);
      return [];
    }
  });
  if (faults.length > 0) log.error('record_unreadable', faults[0], { records: faults.length });
  return views;
}
