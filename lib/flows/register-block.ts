import { newId, newMonitorId } from '../adapters/ids.ts';
import { abandonBlock, commitBlockItem, stageBlock, type MonitorBlock } from '../data/monitor-blocks.ts';
import { countImportItem, type Owner } from '../data/owners.ts';
import { transact } from '../data/table.ts';
import { isFast, type Charge } from '../domain/allowance/allowance.ts';
import { lineIdentityOf } from '../domain/crontab/line-identity.ts';
import type { Instant } from '../domain/instant.ts';
import { newMonitor } from '../domain/monitor/lifecycle.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import type { DecidedSettings } from '../domain/monitor/settings.ts';
import type { CoreDeps } from '../runtime/deps.ts';
import { checkAllowance } from './allowance-gate.ts';
import { homeOf } from './deciding-owner.ts';

/** Until the checker takes a staged block for abandoned: far longer than a request can last. */
const STAGED_MS = 15 * 60_000;

/**
 * Creates any number of monitors within the owner's allowance, all or none. Throws 402 past the allowance with nothing
 * written, `WriteConflict` when another import of this owner or another creation got there first.
 */
export async function registerBlock(
  deps: CoreDeps,
  owner: Owner,
  settings: readonly DecidedSettings[],
  now: Instant,
): Promise<{ monitors: Monitor[]; charges: Charge[] }> {
  const spaceId = homeOf(owner);
  const fast = settings.filter(isFast).length;
  const { charges, item } = checkAllowance(deps, owner, spaceId, {
    monitors: settings.length,
    emailAlerts: 0,
    fast,
  });
  if (settings.length === 0) return { monitors: [], charges };
  const monitors = settings.map((each) =>
    newMonitor({ id: newMonitorId(), spaceId, slug: null, importedAs: lineIdentityOf(each) }, each, now),
  );
  const ids = monitors.map((monitor) => monitor.id);
  const block: MonitorBlock = { spaceId, blockId: newId(), state: 'staged', ids, dueAt: now + STAGED_MS };
  try {
    await stageBlock(deps.table, block, monitors);
    await transact(deps.table, [commitBlockItem(deps.table, block), countImportItem(item, owner)]);
  } catch (error) {
    await abandonBlock(deps.table, spaceId, block.blockId);
    throw error;
  }
  return { monitors, charges };
}
