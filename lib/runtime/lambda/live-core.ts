import { CALL_LIMITS, type CallLimits } from '../../adapters/call-limits.ts';
import { systemClock } from '../../adapters/clock.ts';
import { openTable } from '../../data/table.ts';
import { configFromEnv } from '../../config/config.ts';
import type { CoreDeps } from '../deps.ts';
import { jsonLog } from '../report/log.ts';

/**
 * The live dependencies every function has; apart, so that the hot path loads nothing else. `limits` say how long a call
 * to the table may take.
 */
export function liveCore(limits: CallLimits = CALL_LIMITS.work): CoreDeps {
  const config = configFromEnv(process.env);
  const table = openTable({
    name: config.table.name,
    region: config.region,
    endpoint: config.standIns?.dynamodb ?? '',
    limits,
    onUnreadable: (error, records) => jsonLog.error('record_unreadable', error, { records }),
  });
  return { config, clock: systemClock, table, log: jsonLog };
}
