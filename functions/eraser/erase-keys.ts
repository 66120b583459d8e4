import { apiKeyCredentialKey } from '../../lib/data/keys.ts';
import { partitionOf } from '../../lib/data/partitions.ts';
import { deleteItems, partitionPages } from '../../lib/data/delete-items.ts';
import type { EraserRun } from './eraser-run.ts';

/** Erases the API keys of the owner, and those that it made for organizations: what they are known by before their records. */
export async function eraseKeys({ table, erasure, inTime }: EraserRun): Promise<void> {
  const { ownerId, account } = erasure;
  for (const holder of [ownerId, ...(account?.organizations ?? [])])
    for await (const records of partitionPages(table, partitionOf('apiKeyRecords', holder), [
      'hash',
      'createdBy',
    ])) {
      inTime();
      const own = records.filter(({ createdBy }) => holder === ownerId || createdBy === ownerId);
      await deleteItems(
        table,
        own.map(({ hash }) => apiKeyCredentialKey(String(hash))),
      );
      await deleteItems(table, own);
    }
}
