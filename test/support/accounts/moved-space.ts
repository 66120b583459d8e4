import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../../lib/adapters/ids.ts';
import { ownerKey, spaceKey } from '../../../lib/data/keys.ts';
import { getOwner, type Owner } from '../../../lib/data/owners.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import { transact, type Table } from '../../../lib/data/table.ts';

/** Gives the home of one owner to another with all that is counted in it; the first gets a fresh home. As a claim does. */
export async function moveHome(table: Table, fromId: string, toId: string): Promise<void> {
  const [from, to] = await Promise.all([ownerOf(table, fromId), ownerOf(table, toId)]);
  const [spaceId = '', ...others] = from.spaces;
  const fresh = newId();
  const keep = { TableName: table.name };
  const moved = (await listMonitors(table, [spaceId], 0)).filter(({ active }) => active);
  const counters = (sign: number) => ({
    ':monitors': sign * moved.length,
    ':emails': sign * moved.filter(({ alertTo }) => alertTo !== null).length,
    ':fast': sign * moved.filter(({ countsAsFast }) => countsAsFast).length,
  });
  await transact(table, [
    {
      Update: {
        ...keep,
        Key: { ...spaceKey(spaceId) },
        UpdateExpression: 'SET ownerId = :owner',
        ExpressionAttributeValues: { ':owner': toId },
      },
    },
    { Put: { ...keep, Item: { ...spaceKey(fresh), ownerId: fromId, createdAt: 0 } } },
    {
      Update: {
        ...keep,
        Key: { ...ownerKey(fromId) },
        UpdateExpression: 'SET #spaces = :spaces ADD monitors :monitors, emailAlerts :emails, fast :fast',
        ExpressionAttributeNames: { '#spaces': 'spaces' },
        ExpressionAttributeValues: { ':spaces': [fresh, ...others], ...counters(-1) },
      },
    },
    {
      Update: {
        ...keep,
        Key: { ...ownerKey(toId) },
        UpdateExpression: 'SET #spaces = :spaces ADD monitors :monitors, emailAlerts :emails, fast :fast',
        ExpressionAttributeNames: { '#spaces': 'spaces' },
        ExpressionAttributeValues: { ':spaces': [...to.spaces, spaceId], ...counters(1) },
      },
    },
  ]);
}

/** Makes a feed show all spaces of the owner of its space, as those of accounts do. */
export async function widenFeed(table: Table, hash: string, key: (hash: string) => object): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...key(hash) },
      UpdateExpression: 'SET #scope = :owner',
      ExpressionAttributeNames: { '#scope': 'scope' },
      ExpressionAttributeValues: { ':owner': 'owner' },
    }),
  );
}

async function ownerOf(table: Table, id: string): Promise<Owner> {
  const owner = await getOwner(table, id);
  if (!owner) throw new Error('There is no such owner.');
  return owner;
}
