import type { ContactLine } from '../../domain/site/contact-line.ts';
import type { Instant } from '../../domain/instant.ts';
import { changeItem } from '../items.ts';
import { contactLineKey } from '../keys.ts';
import { WriteConflict, type Item, type Table } from '../table.ts';

/** A line is forgotten so long after its last turn. */
const KEPT_SEC = 3_600;

/**
 * Takes the next turn of a line, each with one write, however many take one at once. Null where the line reaches as far
 * ahead as it may.
 */
export async function takeLineTurn(
  table: Table,
  { name, gapMs, aheadMaxMs }: ContactLine & { name: string },
  now: Instant,
): Promise<Instant | null> {
  const ttl = Math.ceil((now + aheadMaxMs + gapMs) / 1000) + KEPT_SEC;
  const ttlName = { '#ttl': 'ttl' };
  const begun = await unlessLost(
    changeItem(table, contactLineKey(name), {
      UpdateExpression: 'SET freeAt = :next, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(freeAt) OR freeAt <= :now',
      ExpressionAttributeNames: ttlName,
      ExpressionAttributeValues: { ':next': now + gapMs, ':now': now, ':ttl': ttl },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  // It only moves on, so who has lost this one finds a line that is under way.
  const taken =
    begun ??
    (await unlessLost(
      changeItem(table, contactLineKey(name), {
        UpdateExpression: 'SET freeAt = freeAt + :gap, #ttl = :ttl',
        ConditionExpression: 'freeAt > :now AND freeAt <= :last',
        ExpressionAttributeNames: ttlName,
        ExpressionAttributeValues: { ':gap': gapMs, ':now': now, ':last': now + aheadMaxMs, ':ttl': ttl },
        ReturnValues: 'UPDATED_NEW',
      }),
    ));
  return taken === undefined ? null : Number(taken['freeAt']) - gapMs;
}

async function unlessLost(write: Promise<Item | undefined>): Promise<Item | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
}
