import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../adapters/ids.ts';
import { sameIn, type BrowserError } from '../domain/browser-error/browser-error.ts';
import type { ErrorDay, ErrorGroup, ErrorText } from '../domain/browser-error/error-groups.ts';
import { dayOf, dayStart } from '../domain/calendar.ts';
import type { Instant } from '../domain/instant.ts';
import { ERROR_LIMITS } from '../domain/browser-error/error-limits.ts';
import { changeItem, newItem, unlessRefused } from './items.ts';
import type { Key } from './keys.ts';
import { readMany } from './read-many.ts';
import { ttlAfter } from './record.ts';
import {
  ERROR_DAY_SK,
  ERROR_GROUP_PREFIX,
  ERROR_TEXT_PREFIX,
  errorDayKey,
  errorGroupKey,
  errorsPk,
  errorTextKey,
} from './statistics-keys.ts';
import type { Item, Table } from './table.ts';
import { plainItem } from './wire.ts';

const MINUTE_MS = 60_000;
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
  await unlessRefused(table.client.send(new PutCommand(newItem(table, text).Put)));
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

/** The errors of a day: at most as many as may be counted, of some hundred bytes each. */
export async function readErrorDay(table: Table, day: string): Promise<ErrorDay> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk < :texts',
        ExpressionAttributeValues: { ':pk': errorsPk(day), ':texts': ERROR_TEXT_PREFIX },
        ExclusiveStartKey: start,
        ConsistentRead: true,
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  const whole = items.find(({ sk }) => sk === ERROR_DAY_SK);
  const groups = items.filter((item) => item !== whole).map((item) => groupOf(day, item));
  return { day, dropped: Number(whole?.['dropped'] ?? 0), groups };
}

function groupOf(day: string, { pk: _pk, sk, ttl: _ttl, ...rest }: Item): ErrorGroup {
  return {
    ...(rest as Omit<ErrorGroup, 'id' | 'day'>),
    id: String(sk).slice(ERROR_GROUP_PREFIX.length),
    day,
  };
}

/** The long texts of groups, by the id of the group. */
export async function readErrorTexts(
  table: Table,
  groups: readonly Pick<ErrorGroup, 'id' | 'day'>[],
): Promise<Map<string, ErrorText>> {
  const keys: Key[] = groups.map(({ day, id }) => errorTextKey(day, id));
  const texts = await readMany(table, keys, plainItem);
  return new Map(
    texts.map(({ pk: _pk, sk, ttl: _ttl, ...text }) => [
      String(sk).slice(ERROR_TEXT_PREFIX.length),
      text as unknown as ErrorText,
    ]),
  );
}

function ttlOf(day: string): number {
  return ttlAfter(dayStart(day), ERROR_LIMITS.keptDays);
}
