import { deleteItems, partitionPages } from '../../lib/data/delete-items.ts';
import type { EraserRun } from './eraser-run.ts';

/** Erases all that lies under one partition key. */
export async function erasePartition({ table, inTime }: EraserRun, pk: string): Promise<void> {
  for await (const keys of partitionPages(table, pk)) {
    inTime();
    await deleteItems(table, keys);
  }
}
