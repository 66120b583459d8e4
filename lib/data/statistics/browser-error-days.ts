import type { ErrorDay, ErrorGroup, ErrorText } from '../../domain/statistics/browser-errors/error-groups.ts';
import type { Key } from '../keys.ts';
import { queryAll } from '../query-pages.ts';
import { readList } from '../read-many.ts';
import {
  ERROR_DAY_SK,
  ERROR_GROUP_PREFIX,
  ERROR_TEXT_PREFIX,
  errorsPk,
  errorTextKey,
} from './statistics-keys.ts';
import type { Item, Table } from '../table.ts';
import { plainItem } from '../read-items.ts';

/** The errors of a day: at most as many as may be counted, of some hundred bytes each. */
export async function readErrorDay(table: Table, day: string): Promise<ErrorDay> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk < :texts',
    ExpressionAttributeValues: { ':pk': errorsPk(day), ':texts': ERROR_TEXT_PREFIX },
  });
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
  const texts = await readList(table, keys, plainItem);
  return new Map(
    texts.map(({ pk: _pk, sk, ttl: _ttl, ...text }) => [
      String(sk).slice(ERROR_TEXT_PREFIX.length),
      text as unknown as ErrorText,
    ]),
  );
}
