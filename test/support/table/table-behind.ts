import type { CallLimits } from '../../../lib/adapters/call-limits.ts';
import { openTable, type Table } from '../../../lib/data/table.ts';
import type { TestService } from '../service/service.ts';

/** The table of a service, asked at another address. */
export function tableBehind(
  { core: { config, table } }: Pick<TestService, 'core'>,
  endpoint: string,
  limits?: CallLimits,
): Table {
  const { name, dueShards } = table;
  return openTable({ name, region: config.region, endpoint, dueShards, ...(limits && { limits }) });
}
