import { newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  changedMaintenanceItems,
  getMaintenance,
  type Maintenance,
} from '../../../lib/data/monitors/maintenance.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import {
  endedWindow,
  isOverAt,
  windowsToKeep,
  type MaintenanceWindow,
} from '../../../lib/domain/monitors/maintenance.ts';
import { maintenanceTimes } from '../../../lib/domain/monitors/settings/maintenance-times.ts';
import { monitorName } from '../../../lib/domain/monitors/settings/name.ts';
import { monitorTags } from '../../../lib/domain/monitors/settings/tags.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { maintenanceView } from '../../../lib/render/monitors/maintenance-view.ts';
import type { Handle, Input } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';

type Create = typeof catalogue.createMaintenance;

export const listMaintenance: Handle<typeof catalogue.listMaintenance> = async (ctx) => {
  const { spaces } = ctx.caller.owner;
  const all = await Promise.all(spaces.map((spaceId) => getMaintenance(ctx.table, spaceId)));
  const windows = all.flatMap((each) => each.windows).filter(({ isEnded }) => !isEnded);
  return { windows: windows.map((window) => maintenanceView(window, ctx.now)) };
};

export const createMaintenance: Handle<Create> = (ctx, { body }) => {
  const made = newWindow(body, ctx.now);
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await getMaintenance(ctx.table, homeOf(owner));
    refuseWindowsBeyond(before, 1, ctx.now);
    const after = [...windowsToKeep(before.windows, ctx.now), made];
    return ctx.commit(maintenanceView(made, ctx.now), (rows) =>
      transact(ctx.table, [...changedMaintenanceItems(ctx.table, before, after, owner.id), ...rows]),
    );
  });
};

/** A window as it is planned; throws 400 for what cannot be. */
export function newWindow(body: Input<Create>['body'], now: Instant): MaintenanceWindow {
  return {
    id: newId(),
    name: valueOrRefusal(monitorName(body.name)),
    tags: valueOrRefusal(monitorTags(body.tags ?? [])),
    times: valueOrRefusal(maintenanceTimes(body, now)),
    createdAt: now,
  };
}

/** Throws where so many new windows are too many for a space that has some. */
export function refuseWindowsBeyond({ windows }: Maintenance, made: number, now: Instant): void {
  const ahead = windows.filter((window) => !isOverAt(window, now)).length;
  if (made === 0 || ahead + made <= LIMITS.maintenanceWindowsMax) return;
  throw new Refusal(
    'limite_manutencoes',
    `You have ${ahead} maintenance windows, the maximum is ${LIMITS.maintenanceWindowsMax}; delete one first.`,
  );
}

export const deleteMaintenance: Handle<typeof catalogue.deleteMaintenance> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const all = await Promise.all(owner.spaces.map((spaceId) => getMaintenance(ctx.table, spaceId)));
    const isIt = ({ id, isEnded }: MaintenanceWindow) => id === params.id && !isEnded;
    const before = all.find(({ windows }) => windows.some(isIt));
    if (!before) throw new Refusal('not_found', 'You have no such maintenance window.');
    const ended = before.windows.flatMap((each) => (isIt(each) ? (endedWindow(each, ctx.now) ?? []) : each));
    const left = windowsToKeep(ended, ctx.now);
    return ctx.commit({ ok: true as const }, (rows) =>
      transact(ctx.table, [...changedMaintenanceItems(ctx.table, before, left, owner.id), ...rows]),
    );
  });
