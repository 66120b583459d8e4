import { systemClock } from '../lib/adapters/clock.ts';
import type { Table } from '../lib/data/table.ts';
import { configFromEnv } from '../lib/runtime/config.ts';
import type { CoreDeps } from '../lib/runtime/deps.ts';
import { jsonLog } from '../lib/runtime/log.ts';

/** What the ingest function has on Lambda, with the table given. */
export function pingDeps(table: Table): CoreDeps {
  return {
    config: configFromEnv({
      TABLE_NAME: table.name,
      BASE_URL: 'https://rollcall.example',
      INGEST_ORIGIN: 'https://in.rollcall.example',
    }),
    clock: systemClock,
    table,
    log: jsonLog,
  };
}
