import { newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { changedMaintenanceItems, getMaintenance } from '../../../lib/data/monitors/maintenance.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
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
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';

export const listMaintenance: Handle<typeof catalogue.listMaintenance> = async (ctx) => {
  const { spaces } = ctx.caller.owner;
  const all = await Promise.all(spaces.map((spaceId) => getMaintenance(ctx.table, spaceId)));
  const windows = all.flatMap((each) => each.windows).filter(({ isEnded }) => !isEnded);
  return { windows: windows.map((window) => maintenanceView(window, ctx.now)) };
};

export const createMaintenance: Handle<typeof catalogue.createMaintenance> = (ctx, { body }) => {
  const made: MaintenanceWindow = {
    id: newId(),
    name: valueOrRefusal(monitorName(body.name)),
    tags: valueOrRefusal(monitorTags(body.tags ?? [])),
    times: valueOrRefusal(maintenanceTimes(body, ctx.now)),
    createdAt: ctx.now,
  };
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await getMaintenance(ctx.table, homeOf(owner));
    const ahead = before.windows.filter((window) => !isOverAt(window, ctx.now)).length;
    if (ahead >= LIMITS.maintenanceWindowsMax)
      throw new Refusal('limite_manutencoes', `You have ${ahead} windows of maintenance; delete one first.`);
    const after = [...windowsToKeep(before.windows, ctx.now), made];
    return ctx.commit(maintenanceView(made, ctx.now), (rows) =>
      transact(ctx.table, [...changedMaintenanceItems(ctx.table, before, after, owner.id), ...rows]),
    );
  });
};

export const deleteMaintenance: Handle<typeof catalogue.deleteMaintenance> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const all = await Promise.all(owner.spaces.map((spaceId) => getMaintenance(ctx.table, spaceId)));
    const isIt = ({ id, isEnded }: MaintenanceWindow) => id === params.id && !isEnded;
    const before = all.find(({ windows }) => windows.some(isIt));
    if (!before) throw new Refusal('not_found', 'There is no such window of maintenance among yours.');
    const ended = before.windows.flatMap((each) => (isIt(each) ? (endedWindow(each, ctx.now) ?? []) : each));
    const left = windowsToKeep(ended, ctx.now);
    return ctx.commit({ ok: true as const }, (rows) =>
      transact(ctx.table, [...changedMaintenanceItems(ctx.table, before, left, owner.id), ...rows]),
    );
  });
