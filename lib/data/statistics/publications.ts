import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { COUNTED } from '../../domain/statistics/counted.ts';
import { figuresBy, type Figures } from '../../domain/statistics/figures.ts';
import type { Panel } from '../../domain/statistics/panel.ts';
import type { Publication } from '../../domain/statistics/publication.ts';
import { conditionally, getItem } from '../items.ts';
import type { Key } from '../keys.ts';
import { panelKey, publicationKey } from './statistics-keys.ts';
import type { Table } from '../table.ts';

/** Figures without their names, which all days and months share. */
type Values = (number | null)[];

/** A publication as it is stored: a quarter as large. */
interface Packed extends Omit<Publication, 'days' | 'months'> {
  names: string[];
  days: { day: string; values: Values }[];
  months: { month: string; values: Values }[];
}

/** The numbers as they were last published, or a moment ago; null before the first time. */
export async function getPublication(table: Table): Promise<Publication | null> {
  const packed = await read<Packed>(table, publicationKey);
  if (!packed) return null;
  const { names, days, months, ...rest } = packed;
  // A counter that is newer than the publication was not measured by it.
  const figuresOf = (values: Values) => figuresBy((name) => values[names.indexOf(name)] ?? null);
  return {
    ...rest,
    days: days.map(({ day, values }) => ({ day, figures: figuresOf(values) })),
    months: months.map(({ month, values }) => ({ month, figures: figuresOf(values) })),
  };
}

/** Publishes after what was published at `seen`. Throws `WriteConflict` when somebody else did meanwhile. */
export async function putPublication(table: Table, next: Publication, seen: Instant | null): Promise<void> {
  const valuesOf = (figures: Figures): Values => COUNTED.map((name) => figures[name]);
  const packed: Packed = {
    ...next,
    names: [...COUNTED],
    days: next.days.map(({ day, figures }) => ({ day, values: valuesOf(figures) })),
    months: next.months.map(({ month, figures }) => ({ month, values: valuesOf(figures) })),
  };
  await replace(table, { ...publicationKey, ...packed }, { name: 'publishedAt', seen });
}

/** What other products last said; null before they were asked. */
export const getPanel = (table: Table): Promise<Panel | null> => read(table, panelKey);

/** Keeps what they say after what they said at `seen`. Throws `WriteConflict` when somebody else did meanwhile. */
export const putPanel = (table: Table, next: Panel, seen: Instant | null): Promise<void> =>
  replace(table, { ...panelKey, ...next }, { name: 'updatedAt', seen });

async function read<T extends object>(table: Table, key: Key): Promise<T | null> {
  // Whoever writes it is refused where somebody else just did, and nobody else minds a moment.
  const item = await getItem(table, key, { consistent: false });
  if (!item) return null;
  const { pk: _pk, sk: _sk, ...value } = item;
  return value as T;
}

async function replace(
  table: Table,
  item: object,
  { name, seen }: { name: string; seen: Instant | null },
): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...item },
    ...(seen === null
      ? { ConditionExpression: `attribute_not_exists(${name})` }
      : { ConditionExpression: `${name} = :seen`, ExpressionAttributeValues: { ':seen': seen } }),
  });
  await conditionally(table.client.send(put));
}
