import { isDeepStrictEqual } from 'node:util';
import type { TransactItem } from './table.ts';

/**
 * The items of a transaction with those that update or check one item as one, since a transaction names an item once. Throws
 * where a placeholder that two of them have stands for two things.
 */
export function oneUpdateEach(items: readonly TransactItem[]): TransactItem[] {
  const byKey = Map.groupBy(items, ({ Update, ConditionCheck }) =>
    Update || ConditionCheck ? JSON.stringify((Update ?? ConditionCheck)?.Key) : Symbol('alone'),
  );
  return [...byKey.values()].map((same) => same.reduce(both));
}

function both(first: TransactItem, second: TransactItem): TransactItem {
  const parts = [first, second].map(({ Update, ConditionCheck }) => Update ?? ConditionCheck);
  const updates = [first, second].flatMap(({ Update }) => Update ?? []);
  const [one] = parts;
  if (!one) throw new Error('Only updates and checks are made one.');
  const names = asOne(parts.map((each) => each?.ExpressionAttributeNames));
  const conditions = parts.flatMap((each) =>
    each?.ConditionExpression ? [`(${each.ConditionExpression})`] : [],
  );
  const whole = {
    TableName: one.TableName,
    Key: one.Key,
    ConditionExpression: conditions.join(' AND '),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: asOne(parts.map((each) => each?.ExpressionAttributeValues)),
  };
  if (updates.length === 0) return { ConditionCheck: whole };
  return {
    Update: { ...whole, UpdateExpression: joined(updates.map((each) => each.UpdateExpression ?? '')) },
  };
}

function asOne<V>(some: readonly (Record<string, V> | undefined)[]): Record<string, V> {
  const all = new Map<string, V>();
  for (const [name, value] of some.flatMap((each) => Object.entries(each ?? {}))) {
    if (all.has(name) && !isDeepStrictEqual(all.get(name), value))
      throw new Error(`${name} stands for two things in one update.`);
    all.set(name, value);
  }
  return Object.fromEntries(all);
}

/** Update expressions as one, which has each clause once. */
function joined(expressions: readonly string[]): string {
  const clauses = expressions.flatMap((each) => each.split(/\s+(?=(?:SET|ADD|REMOVE|DELETE) )/));
  const byVerb = Map.groupBy(clauses, (clause) => clause.split(' ')[0]);
  return [...byVerb]
    .map(([verb, all]) => `${verb} ${all.map((clause) => clause.slice(String(verb).length + 1)).join(', ')}`)
    .join(' ');
}
