import { createTable } from '../lib/local/table/create-table.ts';
import { startDatabase } from '../lib/local/table/database.ts';

/** An engine in memory with one empty table, stopped after the work. */
export async function withEngine<T>(
  tableName: string,
  work: (endpoint: string, tableName: string) => Promise<T>,
): Promise<T> {
  const database = await startDatabase({ dir: null });
  try {
    await createTable(database.endpoint, tableName);
    return await work(database.endpoint, tableName);
  } finally {
    await database.stop();
  }
}
