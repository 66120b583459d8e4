import { Refusal } from '../../../lib/contract/errors.ts';
import type { ImportedMaintenance } from '../../../lib/contract/monitors/transfer.ts';
import {
  changedMaintenanceItems,
  getMaintenance,
  type Maintenance,
} from '../../../lib/data/monitors/maintenance.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { Table, TransactItem } from '../../../lib/data/table.ts';
import { isOverAt, windowsToKeep, type MaintenanceWindow } from '../../../lib/domain/monitors/maintenance.ts';
import { maintenanceSettingsView } from '../../../lib/render/monitors/maintenance-view.ts';
import { differingFields } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { newWindow, refuseWindowsBeyond } from '../maintenance/maintenance-windows.ts';

/** What an import would do with the maintenance of its file; null of a file that says nothing of it. */
export interface MaintenanceProposal {
  existing: { index: number; window: MaintenanceWindow; differs: string[] }[];
  fresh: { index: number; window: MaintenanceWindow }[];
  /** Of what was planned once and is over by now nothing is made. */
  over: number[];
  /** The home of its owner as it was read. */
  before: Maintenance;
}

/** One is there by its name, and two of a name are two. Throws 400 for the first entry that breaks a rule. */
export async function maintenanceProposalOf(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  owner: Owner,
  entries: readonly ImportedMaintenance[] | undefined,
): Promise<MaintenanceProposal | null> {
  if (entries === undefined) return null;
  const kept = await Promise.all(owner.spaces.map((spaceId) => getMaintenance(table, spaceId)));
  const before = await getMaintenance(table, homeOf(owner));
  const ahead = kept.flatMap(({ windows }) => windows.filter((window) => isAhead(window, now)));
  const unclaimed = Map.groupBy(ahead, ({ name }) => name);
  const proposal: MaintenanceProposal = { existing: [], fresh: [], over: [], before };
  for (const [index, entry] of entries.entries()) {
    const window = isOver(entry, now) ? null : wanted(entry, index, now);
    const had = window && unclaimed.get(window.name)?.shift();
    if (window === null) proposal.over.push(index);
    else if (had) {
      const differs = differingFields(maintenanceSettingsView(had), maintenanceSettingsView(window));
      proposal.existing.push({ index, window: had, differs });
    } else proposal.fresh.push({ index, window });
  }
  refuseWindowsBeyond(before, proposal.fresh.length, now);
  return proposal;
}

function isAhead(window: MaintenanceWindow, now: number): boolean {
  return !window.isEnded && !isOverAt(window, now);
}

function isOver({ cron, until }: ImportedMaintenance, now: number): boolean {
  return cron === undefined && until !== undefined && Date.parse(until) <= now;
}

/** A refusal of an entry says which one. */
function wanted(entry: ImportedMaintenance, index: number, now: number): MaintenanceWindow {
  try {
    return newWindow(entry, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `maintenance[${index}]: ${error.detail}`);
  }
}

/** The new windows, as part of the transaction of the import. */
export function maintenanceItems(
  { table, now }: { table: Table; now: number },
  owner: Owner,
  proposal: MaintenanceProposal | null,
): TransactItem[] {
  if (!proposal || proposal.fresh.length === 0) return [];
  const { before, fresh } = proposal;
  const after = [...windowsToKeep(before.windows, now), ...fresh.map(({ window }) => window)];
  return changedMaintenanceItems(table, before, after, owner.id);
}

/** How an import shows them; `isMade` once they are there. */
export function maintenanceProposalView(proposal: MaintenanceProposal | null, isMade: boolean) {
  if (proposal === null) return {};
  const { existing, fresh, over } = proposal;
  return {
    maintenance: {
      would_create: fresh.length,
      existing: existing.map(({ differs, ...each }) => ({ ...namedView(each), differs })),
      over,
      ...(isMade && { created: fresh.map(namedView) }),
    },
  };
}

function namedView({ index, window: { id, name } }: { index: number; window: MaintenanceWindow }) {
  return { index, id, name };
}
