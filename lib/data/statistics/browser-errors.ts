import { hashOf } from '../../adapters/ids.ts';
import {
  sameIn,
  type BrowserError,
  ERROR_LIMITS,
} from '../../domain/statistics/browser-errors/browser-error.ts';
import { MINUTE_MS, dayOf, dayStart } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import { changeItem, unlessRefused, putNewItem } from '../items.ts';
import { ttlAfter } from '../record.ts';
import { errorDayKey, errorGroupKey, errorTextKey } from './statistics-keys.ts';
import type { Table } from '../table.ts';

/** As much of a message as stands in a list. */
const HEAD_CHARS = 200;

/**
 * Counts a report under the error that it is of, on the day of `now`: by one write where that day has met it before. False
 * where the day has as many errors as it may.
 */
export async function countError(table: Table, error: BrowserError, now: Instant): Promise<boolean> {
  const day = dayOf(now);
  const id = hashOf(sameIn(error)).slice(0, 32);
  const key = errorGroupKey(day, id);
  const again = changeItem(table, key, countedOnce(error, now, 'attribute_exists(pk)'));
  if (await unlessRefused(again)) return true;
  if (!(await unlessRefused(changeItem(table, errorDayKey(day), oneGroupMore(day))))) return false;
  // Its texts first, so that no group is without.
  const { message, stack, source, line, column } = error;
  const text = { ...errorTextKey(day, id), message, stack, source, line, column, ttl: ttlOf(day) };
  await putNewItem(table, text);
  await changeItem(table, key, countedOnce(error, now));
  return true;
}

/** Whoever writes first leaves what does not change. */
function countedOnce(
  { code, phase, path, message, isVisible, browser }: BrowserError,
  now: Instant,
  condition?: string,
) {
  const fixed = { code, phase, path, head: message?.slice(0, HEAD_CHARS) ?? null, ttl: ttlOf(dayOf(now)) };
  const minute = now - (now % MINUTE_MS);
  const kept = Object.keys(fixed).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  return {
    UpdateExpression: `SET ${kept.join(', ')}, firstAt = if_not_exists(firstAt, :minute), lastAt = :minute, isVisible = :isVisible, browser = :browser ADD reports :one`,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ExpressionAttributeNames: Object.fromEntries(Object.keys(fixed).map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [`:${name}`, value])),
      ':minute': minute,
      ':isVisible': isVisible,
      ':browser': browser,
      ':one': 1,
    },
  };
}

function oneGroupMore(day: string) {
  return {
    UpdateExpression: 'ADD #groups :one SET #ttl = :ttl',
    ConditionExpression: 'attribute_not_exists(#groups) OR #groups < :most',
    ExpressionAttributeNames: { '#groups': 'groups', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':most': ERROR_LIMITS.groupsPerDay, ':ttl': ttlOf(day) },
  };
}

/** Adds to the reports of a day that were not counted, since there was no place for them. */
export async function addDropped(table: Table, day: string, dropped: number): Promise<void> {
  await changeItem(table, errorDayKey(day), {
    UpdateExpression: 'ADD dropped :dropped SET #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':dropped': dropped, ':ttl': ttlOf(day) },
  });
}

function ttlOf(day: string): number {
  return ttlAfter(dayStart(day), ERROR_LIMITS.keptDays);
}
