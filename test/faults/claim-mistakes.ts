import type { TransactItem } from '../../lib/data/table.ts';

/** A mistake somebody could make: what becomes of the writes of a transaction, as one transaction or as several. */
export interface ClaimMistake {
  name: string;
  /** The first life that is tried, and the others after it. */
  seed: number;
  /** It takes a hundred lives or so to show: tried with THOROUGH=1 only. */
  isRare?: true;
  /** It shows in lives that have devices. */
  ofDevices?: true;
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
  const named = onlyNamedIn(`${rest.UpdateExpression} ${condition ?? ''}`, values);
  return {
    Update: {
      ...rest,
      ...(condition !== undefined && { ConditionExpression: condition }),
      ...(Object.keys(named).length > 0 && { ExpressionAttributeValues: named }),
    },
  };
}

function onlyNamedIn(text: string | undefined, values: Record<string, unknown> = {}) {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(text ?? '')),
  );
}

/** The same update of a guest without the conditions on what a pattern names. */
function withoutConditions(item: TransactItem, named: RegExp): TransactItem {
  const conditions = item.Update?.ConditionExpression?.split(' AND ') ?? [];
  if (conditions[0] !== '#spaces = :spaces') return item;
  return withCondition(item, conditions.filter((condition) => !named.test(condition)).join(' AND '));
}

export const CLAIM_MISTAKES: readonly ClaimMistake[] = [
  {
    name: 'the counters of the guest are not looked at',
    seed: 19,
    spoil: inClaims((item) =>
      item.Update?.ConditionExpression?.includes('#spaces = :spaces')
        ? withCondition(item, '#spaces = :spaces')
        : item,
    ),
  },
  {
    name: 'places that the guest buys meanwhile are not looked at',
    seed: 19,
    spoil: inClaims((item) => withoutConditions(item, /[sS]lots\b/)),
  },
  {
    name: 'fast monitors that the guest makes meanwhile are not looked at',
    seed: 20,
    spoil: inClaims((item) => withoutConditions(item, /\b(?:fast|monitors|emailAlerts)\b/)),
  },
  {
    name: 'places that were bought stay with the guest as well',
    seed: 1,
    spoil: inClaims((item) =>
      item.Update?.ConditionExpression?.includes('#spaces = :spaces')
        ? {
            Update: {
              ...item.Update,
              UpdateExpression: item.Update.UpdateExpression?.replace(/, \w+Slots = :none/g, ''),
            },
          }
        : item,
    ),
  },
  {
    name: 'devices that the guest names meanwhile are not looked at',
    seed: 17,
    ofDevices: true,
    spoil: inClaims((item) => withoutConditions(item, /\b(?:devices|collections)\b/)),
  },
  {
    name: 'whose the space is is not looked at',
    seed: 126,
    isRare: true,
    spoil: inClaims((item) =>
      item.Update?.ConditionExpression?.includes('#spaces = :spaces')
        ? withCondition(item, item.Update.ConditionExpression.replace('#spaces = :spaces AND ', ''))
        : item.Update?.ConditionExpression === 'ownerId = :from'
          ? withCondition(item, undefined)
          : item,
    ),
  },
  {
    name: 'a token that the account mints meanwhile is overwritten',
    seed: 26,
    isRare: true,
    spoil: inClaims((item) => {
      if (!item.Put || !isToken(item)) return item;
      const { ConditionExpression: _, ...put } = item.Put;
      return { Put: put };
    }),
  },
  {
    name: 'a token that the guest mints meanwhile is not noticed',
    seed: 16,
    spoil: inClaims((item) => (item.ConditionCheck && isToken(item) ? undefined : item)),
  },
  {
    name: 'a token that the guest rotates meanwhile is brought as it was',
    seed: 352,
    spoil: inClaims((item) =>
      item.Delete && isToken(item)
        ? { Delete: { TableName: item.Delete.TableName, Key: item.Delete.Key } }
        : item,
    ),
  },
  {
    name: 'a token that stays opens the fresh space although it was rotated',
    seed: 66,
    isRare: true,
    spoil: inClaims((item) =>
      item.Update?.UpdateExpression === 'SET spaceId = :space' ? withCondition(item, undefined) : item,
    ),
  },
  {
    name: 'a creation does not look at whose its space is',
    seed: 14,
    spoil: (items) => [
      items.map((item) =>
        item.Update?.ConditionExpression?.startsWith('contains(#spaces, :space)')
          ? {
              Update: {
                TableName: item.Update.TableName,
                Key: item.Update.Key,
                UpdateExpression: item.Update.UpdateExpression,
                ExpressionAttributeValues: {
                  ...onlyNamedIn(item.Update.UpdateExpression, item.Update.ExpressionAttributeValues),
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
