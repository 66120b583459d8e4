import type { CheckReport } from '../../../functions/checker/check-run.ts';
import { runCheck } from '../../../functions/checker/checker.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { noChecks } from './alerting.ts';
import type { TestService } from '../service/service.ts';
import { tableBehind } from '../table/table-behind.ts';
import { startTableProxy, type TableAnswer, type TableRequest } from '../table/table-proxy.ts';

/** A check on a table that answers as `meet` says. */
export async function checkWith(
  service: TestService,
  meet: (request: TableRequest) => Promise<TableAnswer>,
): Promise<CheckReport> {
  const { config } = service.core;
  await using proxy = await startTableProxy(String(config.standIns.dynamodb), meet);
  const table = tableBehind(service, proxy.url);
  const deps = { ...service.core, table, queue: openQueue(config), checks: noChecks, metrics: noMetrics };
  return await runCheck(deps, () => true);
}
