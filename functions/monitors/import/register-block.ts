import { newId } from '../../../lib/adapters/ids.ts';
import {
  abandonBlock,
  BLOCK_DUE_MS,
  commitBlockItem,
  stageBlock,
  type MonitorBlock,
} from '../../../lib/data/monitors/monitor-blocks.ts';
import { eventIdOf } from '../../../lib/data/keys.ts';
import { countImportItem, countItem } from '../../../lib/data/accounts/owner-counters.ts';
import { type Owner } from '../../../lib/data/owners.ts';
import { settingsItems } from '../../../lib/data/monitors/settings-writes.ts';
import { transact, WriteConflict, type TransactItem } from '../../../lib/data/table.ts';
import { countedFast, usageOf } from '../../../lib/domain/billing/allowance.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { CheckFields } from '../../../lib/domain/monitors/switch/check-fields.ts';
import type { Doer } from '../../../lib/domain/monitors/settings/settings-change.ts';
import type { Action } from '../../../lib/flows/billing/charge.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';

/** A deleted monitor and the one it becomes. */
export interface Revival {
  before: Monitor;
  monitor: Monitor;
}

/** What is to come to be in a space at once. */
export interface Registration {
  spaceId: string;
  doer: Doer;
  /** Any number. */
  monitors: readonly Monitor[];
  /** Of those that came as checks of Healthchecks, by their ids. */
  fields?: ReadonlyMap<string, CheckFields>;
  /** Three items each of the one transaction, as are those of `besides`. */
  revivals?: readonly Revival[];
  besides?: readonly TransactItem[];
  /** Of the new monitors that have a name, where its call may decide several times. */
  countedOn?: ReturnType<typeof manyCountedOn>;
}

/**
 * The creation of any number of monitors, all or none. Its write throws `WriteConflict`, with nothing written, when
 * another import of this owner or another creation got there first.
 */
export function blockOf(
  ctx: Pick<Ctx<'owner'>, 'table' | 'now' | 'config' | 'log'>,
  owner: Owner,
  { spaceId, doer, besides = [], countedOn = manyCountedOn(ctx.table), ...wished }: Registration,
): Action<void> {
  const { table, now } = ctx;
  const terms = termsOf(ctx);
  const counted = (monitor: Monitor) => countedFast(undefined, monitor, terms.tariff.free);
  const monitors = wished.monitors.map(counted);
  const revivals = (wished.revivals ?? []).map((each) => ({ ...each, monitor: counted(each.monitor) }));
  const owned = { ownerId: owner.id, spaceId };
  const request = usageOf([...monitors, ...revivals.map(({ monitor }) => monitor)]);
  return {
    customer: customerOf(owner, terms),
    owned,
    request,
    counted: (ceiling, bought) => countImportItem(countItem(table, owned, request, ceiling, bought), owner),
    result: undefined,
    write: async (items) => {
      const staged = stagedOf(spaceId, await countedOn(monitors), now);
      const blocks = staged.map(({ block }) => commitBlockItem(table, block));
      const revived = revivals.flatMap(({ before, monitor }) =>
        settingsItems(table, { before, after: monitor }, { ...doer, at: now }),
      );
      const commits = [...blocks, ...revived, ...besides];
      const begun = new Map<MonitorBlock, 'staging' | 'staged'>();
      try {
        for (const { block, monitors } of staged) {
          begun.set(block, 'staging');
          await stageBlock(table, block, monitors, { doer, fields: wished.fields });
          begun.set(block, 'staged');
        }
        await transact(table, [...commits, ...items]);
      } catch (error) {
        for (const [block, state] of begun)
          await clearAway(ctx, block, state === 'staged' || error instanceof WriteConflict);
        throw error;
      }
    },
  };
}

/** What cannot be cleared now is still due: the checker does it, and the caller hears why the import failed. */
async function clearAway(
  { table, now, log }: Pick<Ctx, 'table' | 'now' | 'log'>,
  block: MonitorBlock,
  isSettled: boolean,
): Promise<void> {
  try {
    await abandonBlock(table, block, { now, isSettled });
  } catch (error) {
    log.error('import_not_cleared', error);
  }
}

interface Staged {
  block: MonitorBlock;
  monitors: Monitor[];
}

/** In blocks of as many as a page of the list reads at one go without harm. */
function stagedOf(spaceId: string, monitors: readonly Monitor[], now: Instant): Staged[] {
  const size = LIMITS.crontabMaxLines;
  return Array.from({ length: Math.ceil(monitors.length / size) }, (_, part) => {
    const blockId = newId();
    const some = monitors.slice(part * size, (part + 1) * size);
    const ids = some.map(({ id }) => id);
    return {
      block: {
        spaceId,
        blockId,
        state: 'staged',
        ids,
        dueAt: now + BLOCK_DUE_MS,
        changeId: eventIdOf(now, blockId),
      },
      // A line of a crontab has no name by which a ping could come before the commit.
      monitors: some.map((each) => (each.importedAs === undefined ? { ...each, blockId } : each)),
    };
  });
}
