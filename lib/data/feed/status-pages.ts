import type { StatusPage } from '../../domain/feed/status-page.ts';
import { stillOwnedItem } from '../accounts/owner-counters.ts';
import { deleteItemOf } from '../delete-items.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf, spaceIdOf } from '../key-parts.ts';
import { pageAddressKey, statusPagesKey } from '../page-keys.ts';
import { always, recordKind } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';

/** All status pages of a space. They are few and small, and one item: so their number is bounded by what each change was decided from. */
export interface SpacePages {
  spaceId: string;
  pages: readonly StatusPage[];
  /** The hash of what the address of each ends in, by its id. */
  hashes: Readonly<Record<string, string>>;
  /** Each change raises it: a change is conditional on it. */
  revision: number;
}

/** How they are stored. */
const spacePages = recordKind<SpacePages, 'spaceId'>({
  key: ({ spaceId }) => statusPagesKey(spaceId),
  inKey: { spaceId: spaceIdOf },
  fields: { pages: always, hashes: always, revision: always },
});

/** Where an address leads. */
interface PageAddress {
  hash: string;
  spaceId: string;
  pageId: string;
}

const addresses = recordKind<PageAddress, 'hash'>({
  key: ({ hash }) => pageAddressKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { spaceId: always, pageId: always },
});

/** The status pages of a space as they are now. */
export async function getSpacePages(table: Table, spaceId: string): Promise<SpacePages> {
  const item = await getItem(table, statusPagesKey(spaceId));
  return item ? spacePages.fromItem(item) : { spaceId, pages: [], hashes: {}, revision: 0 };
}

/** Where the address leads whose end has a hash. */
export async function getPageAddress(table: Table, hash: string): Promise<PageAddress | undefined> {
  const item = await getItem(table, pageAddressKey(hash));
  return item && addresses.fromItem(item);
}

/** Other pages of a space, as part of a transaction; refused when they changed meanwhile, it is another's by now, or an address is. */
export function changedPagesItems(
  table: Table,
  before: SpacePages,
  after: Pick<SpacePages, 'pages' | 'hashes'>,
  ownerId: string,
): TransactItem[] {
  const { spaceId, revision } = before;
  const begun = Object.entries(after.hashes).filter(([id, hash]) => before.hashes[id] !== hash);
  const ended = Object.entries(before.hashes).filter(([id, hash]) => after.hashes[id] !== hash);
  return [
    stillOwnedItem(table, { ownerId, spaceId }),
    {
      Put: {
        TableName: table.name,
        Item: spacePages.toItem({ ...before, ...after, revision: revision + 1 }),
        ConditionExpression: revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :seen',
        ...(revision > 0 && { ExpressionAttributeValues: { ':seen': revision } }),
      },
    },
    ...begun.map(([pageId, hash]) => newItem(table, addresses.toItem({ hash, spaceId, pageId }))),
    ...ended.map(([, hash]) => ({ Delete: { TableName: table.name, Key: { ...pageAddressKey(hash) } } })),
  ];
}

/** Ends the addresses of the pages that an item of a space holds. One that leads elsewhere is somebody else's by now. */
export async function endPageAddresses(table: Table, spaceId: string, { hashes }: Item): Promise<void> {
  for (const hash of Object.values(hashes as SpacePages['hashes']))
    await deleteItemOf(table, pageAddressKey(hash), ['spaceId', spaceId]);
}
