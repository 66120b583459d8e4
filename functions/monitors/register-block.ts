import { newId, newMonitorId } from '../../lib/adapters/ids.ts';
import {
  abandonBlock,
  commitBlockItem,
  stageBlock,
  type MonitorBlock,
} from '../../lib/data/monitor-blocks.ts';
import { countImportItem, countItem, type Owner } from '../../lib/data/owners.ts';
import { transact, type Table } from '../../lib/data/table.ts';
import { isFast } from '../../lib/domain/allowance/allowance.ts';
import { lineIdentityOf } from '../../lib/domain/crontab/line-identity.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { newMonitor } from '../../lib/domain/monitor/lifecycle.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { DecidedSettings } from '../../lib/domain/monitor/settings.ts';
import type { Action } from '../../lib/flows/charge/charge.ts';
import { homeOf } from '../../lib/flows/deciding-owner.ts';

/** Until the checker takes a staged block for abandoned: far longer than a request can last. */
const STAGED_MS = 15 * 60_000;

/**
 * The creation of any number of monitors, all or none. Its write throws `WriteConflict`, with nothing written, when
 * another import of this owner or another creation got there first.
 */
export function blockOf(
  table: Table,
  owner: Owner,
  settings: readonly DecidedSettings[],
  now: Instant,
): Action<Monitor[]> {
  const spaceId = homeOf(owner);
  const monitors = settings.map((each) =>
    newMonitor({ id: newMonitorId(), spaceId, slug: null, importedAs: lineIdentityOf(each) }, each, now),
  );
  const ids = monitors.map((monitor) => monitor.id);
  const block: MonitorBlock = { spaceId, blockId: newId(), state: 'staged', ids, dueAt: now + STAGED_MS };
  const request = { monitors: monitors.length, emailAlerts: 0, fast: settings.filter(isFast).length };
  return {
    owner,
    request,
    counted: (ceiling) =>
      countImportItem(countItem(table, { ownerId: owner.id, spaceId }, request, ceiling), owner),
    write: async (items) => {
      try {
        await stageBlock(table, block, monitors);
        await transact(table, [commitBlockItem(table, block), ...items]);
      } catch (error) {
        await abandonBlock(table, spaceId, block.blockId);
        throw error;
      }
      return monitors;
    },
  };
}
