import type { TransactItem } from '../../lib/data/table.ts';

/** A mistake somebody could make: what becomes of the writes of a transaction, as one transaction or as several. */
export interface ClaimMistake {
  name: string;
  /** The first life that is tried, and the others after it. */
  seed: number;
  /** It takes a hundred lives or so to show: tried with THOROUGH=1 only. */
  isRare?: true;
  spoil(items: TransactItem[]): TransactItem[][];
}

/** Whether a transaction is that of a claim. */
export const isClaim = (items: readonly TransactItem[]) =>
  items.some(({ Update }) => Update?.UpdateExpression?.includes('list_append'));

/** Changes the items that are meant, of claims alone. */
const inClaims = (change: (item: TransactItem) => TransactItem | undefined) => (items: TransactItem[]) =>
  isClaim(items) ? [items.flatMap((item) => change(item) ?? [])] : [items];

const keyOf = ({ Put, Update, Delete, ConditionCheck }: TransactItem) =>
  (Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {}) as { pk: string; sk: string };
const isToken = (item: TransactItem) => keyOf(item).sk.startsWith('TOKEN#');

/** The same update under another condition; values that it no longer names go with it. */
function withCondition(item: TransactItem, condition: string | undefined): TransactItem {
  if (!item.Update) return item;
  const { ConditionExpression: _, ExpressionAttributeValues: values = {}, ...rest } = item.Update;
  const text = `${rest.UpdateExpression} ${condition ?? ''}`;
  const named = Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(text));
  return {
    Update: {
      ...rest,
      ...(condition !== undefined && { ConditionExpression: condition }),
      ...(named.length > 0 && { ExpressionAttributeValues: Object.fromEntries(named) }),
    },
  };
}

export const CLAIM_MISTAKES: readonly ClaimMistake[] = [
  {
    name: 'the counters of the guest are not looked at',
    seed: 1,
    spoil: inClaims((item) =>
      item.Update?.ConditionExpression?.includes('#spaces = :spaces')
        ? withCondition(item, '#spaces = :spaces')
        : item,
    ),
  },
  {
    name: 'whose the space is is not looked at',
    seed: 1,
    isRare: true,
    spoil: inClaims((item) =>
      item.Update?.ConditionExpression?.includes('#spaces = :spaces')
        ? withCondition(item, 'monitors = :monitors AND emailAlerts = :emails')
        : item.Update?.ConditionExpression === 'ownerId = :from'
          ? withCondition(item, undefined)
          : item,
    ),
  },
  {
    name: 'a token that the account mints meanwhile is overwritten',
    seed: 1,
    isRare: true,
    spoil: inClaims((item) => {
      if (!item.Put || !isToken(item)) return item;
      const { ConditionExpression: _, ...put } = item.Put;
      return { Put: put };
    }),
  },
  {
    name: 'a token that the guest mints meanwhile is not noticed',
    seed: 1,
    spoil: inClaims((item) => (item.ConditionCheck && isToken(item) ? undefined : item)),
  },
  {
    name: 'a token that the guest rotates meanwhile is brought as it was',
    seed: 65,
    spoil: inClaims((item) =>
      item.Delete && isToken(item)
        ? { Delete: { TableName: item.Delete.TableName, Key: item.Delete.Key } }
        : item,
    ),
  },
  {
    name: 'a token that stays opens the fresh space although it was rotated',
    seed: 1,
    isRare: true,
    spoil: inClaims((item) =>
      item.Update?.UpdateExpression === 'SET spaceId = :space' ? withCondition(item, undefined) : item,
    ),
  },
  {
    name: 'a creation does not look at whose its space is',
    seed: 1,
    spoil: (items) => [
      items.map((item) =>
        item.Update?.ConditionExpression?.startsWith('contains(#spaces, :space)')
          ? {
              Update: {
                TableName: item.Update.TableName,
                Key: item.Update.Key,
                UpdateExpression: item.Update.UpdateExpression,
                ExpressionAttributeValues: {
                  ':monitors': item.Update.ExpressionAttributeValues?.[':monitors'],
                  ':emails': item.Update.ExpressionAttributeValues?.[':emails'],
                },
              },
            }
          : item,
      ),
    ],
  },
  {
    name: 'a claim is two transactions',
    seed: 1,
    spoil: (items) => (isClaim(items) ? [items.slice(0, 2), items.slice(2)] : [items]),
  },
];
