import type { CheckFields } from '../../domain/monitors/switch/check-fields.ts';
import { getItem } from '../items.ts';
import { monitorIdOf } from '../key-parts.ts';
import { checkFieldsKey } from '../keys.ts';
import { readMany } from '../read-many.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

type Kept = CheckFields & { monitorId: string };

/** How it is stored what a program of Healthchecks said of a monitor: beside it, so that its pings cost what they do. */
const kept = recordKind<Kept, 'monitorId'>({
  key: ({ monitorId }) => checkFieldsKey(monitorId),
  inKey: { monitorId: monitorIdOf },
  fields: {
    name: always,
    slug: always,
    tags: always,
    desc: always,
    timeout: null,
    grace: always,
    schedule: null,
    tz: null,
    manualResume: always,
  },
});

/** What was said of a monitor, or undefined. */
export async function getCheckFields(table: Table, monitorId: string): Promise<CheckFields | undefined> {
  const item = await getItem(table, checkFieldsKey(monitorId));
  return item && kept.fromItem(item);
}

/** The same of many, by their ids. */
export async function checkFieldsOf(
  table: Table,
  monitorIds: readonly string[],
): Promise<Map<string, CheckFields>> {
  const found = await readMany(table, monitorIds.map(checkFieldsKey), kept.fromWire);
  return new Map(found.map((each) => [each.monitorId, each]));
}

/** What is said of a monitor from now on, as part of the transaction that changes it by that. */
export function checkFieldsItem(table: Table, monitorId: string, fields: CheckFields): TransactItem {
  return { Put: { TableName: table.name, Item: kept.toItem({ ...fields, monitorId }) } };
}

/** Nothing any more, as part of the transaction that deactivates the monitor. */
export function noCheckFieldsItem(table: Table, monitorId: string): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...checkFieldsKey(monitorId) } } };
}
