import type { Item } from '../../lib/data/table.ts';
import type { Holdings } from './ledger.ts';

interface Entry {
  at: number;
  kind: string;
  /** The revision of the monitor that it came with; the first of an import has none. */
  rev: number;
  settings: { name: string; from: unknown; to: unknown }[];
}

const BEGINNINGS = new Set(['created', 'imported', 'revived']);

/** The change log of a monitor leads, entry by entry, from its beginning to the settings that it has. */
export function changesTold(holdings: Holdings): string[] {
  return [...holdings.monitors].flatMap(([id, monitor]) =>
    faultsOf(monitor, lifeOf(monitor, holdings.changes.get(id) ?? [])).map(
      (fault) => `${String(monitor.name)}: ${fault}`,
    ),
  );
}

/** The entries of the present life, in the order in which they were written. */
function lifeOf({ createdAt = 0 }: Item, items: readonly Item[]): Entry[] {
  const entries = items
    .map((item) => ({ ...(item as unknown as Entry), rev: Number(String(item['sk']).split('-')[1]) || 0 }))
    .filter(({ at }) => at >= Number(createdAt))
    .sort((a, b) => a.rev - b.rev);
  // A life may begin in the instant in which an earlier one, that began in it as well, ended.
  const endedAt = entries.findLastIndex(
    ({ kind }, place) => kind === 'deleted' && place < entries.length - 1,
  );
  const lived = entries.slice(endedAt + 1);
  const begunAt = lived.findIndex(({ kind }) => BEGINNINGS.has(kind));
  return lived.slice(Math.max(0, begunAt));
}

function faultsOf(monitor: Item, entries: readonly Entry[]): string[] {
  const faults: string[] = [];
  const beginnings = entries.filter(({ kind }) => BEGINNINGS.has(kind));
  if (beginnings.length !== 1 || beginnings[0] !== entries[0])
    return [`its change log has ${beginnings.length} beginnings among ${entries.length} entries`];
  if ((entries.at(-1)?.kind === 'deleted') !== (monitor['active'] === false))
    faults.push(`its change log ends with ${entries.at(-1)?.kind}`);
  const known = new Map<string, unknown>();
  for (const { settings } of entries)
    for (const { name, from, to } of settings) {
      if (known.has(name) && !isSame(known.get(name), from))
        faults.push(`a change of ${name} was not logged`);
      known.set(name, to);
    }
  const isWhole = entries[0]?.kind !== 'revived';
  for (const name of isWhole ? SETTINGS : known.keys())
    if (!isSame(known.get(name) ?? null, shownOf(monitor, name)))
      faults.push(`by its change log ${name} is ${JSON.stringify(known.get(name))}`);
  return faults;
}

const SETTINGS = [
  'name', 'intervalSec', 'cron', 'tz', 'graceSec', 'pausedUntil', 'maxDurationSec', 'alertRepeatSec',
  'alertAfterFailures', 'tags', 'alertTo', 'alertUrl',
]; // prettier-ignore

/** A setting as the log would show it, worked out by hand. */
function shownOf(monitor: Item, name: string): unknown {
  const value: unknown = monitor[name] ?? null;
  if (name === 'intervalSec' && monitor['cron'] !== undefined) return null;
  if (name === 'tags' && JSON.stringify(value) === '[]') return null;
  return name === 'alertUrl' && value !== null ? /^https?:\/\/[^/]+/.exec(String(value))?.[0] : value;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
