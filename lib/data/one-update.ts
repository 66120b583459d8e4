import type { TransactItem } from './table.ts';

/**
 * The items of a transaction with those that update one item as one, since a transaction names an item once. Their
 * placeholders must differ.
 */
export function oneUpdateEach(items: readonly TransactItem[]): TransactItem[] {
  const byKey = Map.groupBy(items, ({ Update }) => (Update ? JSON.stringify(Update.Key) : Symbol('alone')));
  return [...byKey.values()].map((same) => same.reduce(both));
}

function both({ Update: one }: TransactItem, { Update: other }: TransactItem): TransactItem {
  if (!one || !other) throw new Error('Only updates are made one.');
  const conditions = [one, other].flatMap(({ ConditionExpression: each }) => (each ? [`(${each})`] : []));
  const names = { ...one.ExpressionAttributeNames, ...other.ExpressionAttributeNames };
  return {
    Update: {
      ...one,
      UpdateExpression: joined([one.UpdateExpression ?? '', other.UpdateExpression ?? '']),
      ConditionExpression: conditions.join(' AND '),
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ...one.ExpressionAttributeValues, ...other.ExpressionAttributeValues },
    },
  };
}

/** Update expressions as one, which has each clause once. */
function joined(expressions: readonly string[]): string {
  const clauses = expressions.flatMap((each) => each.split(/\s+(?=(?:SET|ADD|REMOVE|DELETE) )/));
  const byVerb = Map.groupBy(clauses, (clause) => clause.split(' ')[0]);
  return [...byVerb]
    .map(([verb, all]) => `${verb} ${all.map((clause) => clause.slice(String(verb).length + 1)).join(', ')}`)
    .join(' ');
}
