import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../../lib/adapters/ids.ts';
import { credentialHashOf } from '../../lib/data/key-parts.ts';
import { type Key } from '../../lib/data/keys.ts';
import { PARTITIONS } from '../../lib/data/partitions.ts';
import { ownerOf, type Owner } from '../../lib/data/owners.ts';
import { listMonitors } from '../../lib/data/monitors/space-monitors.ts';
import { getSpaceToken } from '../../lib/data/accounts/space-tokens.ts';
import type { Item, Table } from '../../lib/data/table.ts';
import { usageOf } from '../../lib/domain/billing/allowance.ts';
import { slotsOf } from '../../lib/domain/billing/customer.ts';
import { spaceTokenText } from '../../lib/runtime/derived-secrets.ts';
import { slotsBought } from '../support/money/bought.ts';
import { brokenDevices } from './device-promises.ts';

const KINDS = ['ingest', 'feed'] as const;
const startsWith = (item: Item, prefix: string) => String(item['pk']).startsWith(prefix);

/** Everything about owners, spaces and tokens that is not as it must be, between any two calls. */
export async function brokenPromises(table: Table, secret: string): Promise<string[]> {
  const { Items: items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.name, ConsistentRead: true }),
  );
  const owners = items.filter(({ sk }) => sk === 'OWNER').map(ownerOf);
  const spaces = new Map(
    items
      .filter(({ sk }) => sk === 'SPACE')
      .map((item) => [String(item['pk']).slice(PARTITIONS.space.length), item['ownerId']]),
  );
  return [
    ...brokenSpaces(owners, spaces),
    ...brokenSlots(owners, slotsBought(items)),
    ...brokenDevices(items, owners),
    ...(await Promise.all(owners.map((owner) => brokenCounters(table, owner)))).flat(),
    ...(await brokenTokens(table, secret, { items, owners, spaces })),
  ];
}

/** Each space is in one owner's list, and says so. */
function brokenSpaces(owners: readonly Owner[], spaces: ReadonlyMap<string, unknown>): string[] {
  const broken: string[] = [];
  for (const [id, ownerId] of spaces) {
    const holders = owners.filter((owner) => owner.spaces.includes(id)).map((owner) => owner.id);
    if (holders.join() !== ownerId)
      broken.push(`space ${id} of ${String(ownerId)} is held by ${holders.join()}`);
  }
  for (const owner of owners)
    for (const id of owner.spaces) if (!spaces.has(id)) broken.push(`${owner.id} holds ${id}, which is not`);
  return broken;
}

/** Counters say what there is. */
async function brokenCounters(table: Table, owner: Owner): Promise<string[]> {
  const listed = await listMonitors(table, owner.spaces, 0);
  const { monitors, fast, emailAlerts } = owner;
  const [counted, had] = [{ monitors, fast, emailAlerts }, usageOf(listed)].map((usage) =>
    JSON.stringify(usage),
  );
  return counted === had ? [] : [`${owner.id} counts ${counted}, has ${had}`];
}

/** No place that was bought is lost or had twice. */
function brokenSlots(owners: readonly Owner[], bought: number): string[] {
  const had = owners
    .map(slotsOf)
    .reduce((sum, { monitors, fast, emailAlerts }) => sum + monitors + fast + emailAlerts, 0);
  return had === bought ? [] : [`${bought} places were bought, and owners have ${had}`];
}

/** Each token that opens something is one owner's own, who can show and rotate it, and opens a space of that owner. */
async function brokenTokens(
  table: Table,
  secret: string,
  { items, owners, spaces }: { items: Item[]; owners: Owner[]; spaces: ReadonlyMap<string, unknown> },
): Promise<string[]> {
  const broken: string[] = [];
  const shown = new Map<string, string>();
  for (const owner of owners) {
    for (const kind of KINDS) {
      const token = await getSpaceToken(table, kind, owner.spaces[0] ?? '');
      if (!token) continue;
      const text = spaceTokenText(secret, kind, token.spelledBy ?? token.spaceId, token.version);
      if (hashOf(text) !== token.hash) broken.push(`${owner.id} is shown another ${kind} token than opens`);
      if (shown.has(token.hash))
        broken.push(`${owner.id} and ${shown.get(token.hash)} have one ${kind} token`);
      shown.set(token.hash, owner.id);
    }
  }
  const opening = items.filter((item) => KINDS.some((kind) => startsWith(item, PREFIXES[kind])));
  for (const item of opening) {
    const hash = credentialHashOf(item as unknown as Key);
    const holder = spaces.get(String(item['spaceId']));
    if (shown.get(hash) !== holder || holder === undefined)
      broken.push(`a token of ${shown.get(hash) ?? 'nobody'} opens a space of ${String(holder)}`);
    shown.delete(hash);
  }
  return [...broken, ...[...shown.values()].map((owner) => `the token that ${owner} is shown opens nothing`)];
}

const PREFIXES = { ingest: PARTITIONS.ingestKey, feed: PARTITIONS.feedToken } as const;
