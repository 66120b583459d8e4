import { systemClock } from '../lib/adapters/clock.ts';
import type { Table } from '../lib/data/table.ts';
import { configFromEnv } from '../lib/config/config.ts';
import type { IngestDeps } from '../lib/runtime/deps.ts';
import { jsonLog } from '../lib/runtime/report/log.ts';

const callsNobody = () => Promise.reject(new Error('No ping of the bench is paid for.'));

/** What the ingest function has on Lambda, with the table given. */
export function pingDeps(table: Table): IngestDeps {
  const config = configFromEnv({
    TABLE_NAME: table.name,
    BASE_URL: 'https://rollcall.example',
    INGEST_ORIGIN: 'https://in.rollcall.example',
  });
  return { config, clock: systemClock, table, log: jsonLog, invoke: callsNobody };
}
