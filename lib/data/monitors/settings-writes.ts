import type { Monitor } from '../../domain/monitors/monitor.ts';
import { settingsChange, type Author } from '../../domain/monitors/settings/settings-change.ts';
import { putChangeItem } from './changes.ts';
import { eventIdOf } from '../keys.ts';
import { putMonitorItem, replaceMonitorItem } from './monitors.ts';
import { pingBlockItems } from './ping-blocks.ts';
import { expiringPointerItem, formerPointerItem, lastingPointerItem, pointerItem } from './space-monitors.ts';
import type { Table, TransactItem } from '../table.ts';

/** A monitor before and after; without `before` it is new. */
export interface SettingsWrite {
  before: Monitor | undefined;
  after: Monitor;
}

/**
 * The writes by which one monitor is created, revived, given other settings or ended, its place in the list and the entry
 * in its change log included, as part of a transaction: five items at most. Everything that changes settings writes them by
 * this; only a block of an import is staged apart. Lost when the monitor is no longer `before`, or exists by now.
 */
export function settingsItems(
  table: Table,
  { before, after }: SettingsWrite,
  author: Author,
): TransactItem[] {
  const change = settingsChange(before, after, author);
  // By the revision, so that a write that is repeated writes the same entry.
  const id = eventIdOf(author.at, String(before ? before.rev + 1 : 0).padStart(10, '0'));
  return [
    ...monitorItems(table, before, after),
    ...(change === null ? [] : [putChangeItem(table, { ...change, id })]),
  ];
}

function monitorItems(table: Table, before: Monitor | undefined, after: Monitor): TransactItem[] {
  if (!before) {
    // The table removes what expired in any order, so a name may still have the pointer of an earlier life.
    const pointer = after.slug === null ? pointerItem(table, after) : lastingPointerItem(table, after);
    return [putMonitorItem(table, after), pointer];
  }
  if (after.active || before.recent.length === 0)
    return [replaceMonitorItem(table, before, after), ...pointerChange(table, before, after)];
  // The item goes a month after its end, and what it lists is kept longer.
  const packed = replaceMonitorItem(table, before, { ...after, recent: [] });
  return [packed, ...pingBlockItems(table, before), ...pointerChange(table, before, after)];
}

function pointerChange(table: Table, before: Monitor, after: Monitor): TransactItem[] {
  // An imported monitor stays listed by its block; a pointer beside it would list it twice.
  const isInBlock = before.importedAs !== undefined || before.blockId !== undefined;
  if (before.active === after.active || isInBlock) return [];
  return after.deactivatedAt === null
    ? [lastingPointerItem(table, after)]
    : [
        expiringPointerItem(table, after, after.deactivatedAt),
        formerPointerItem(table, after, after.deactivatedAt),
      ];
}
