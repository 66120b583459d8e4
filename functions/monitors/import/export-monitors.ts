import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listOwnerChannels } from '../../../lib/data/alerts/owner-channels.ts';
import type { ExportedMonitor } from '../../../lib/contract/monitors/transfer.ts';
import { getMaintenance } from '../../../lib/data/monitors/maintenance.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import type { ListPosition } from '../../../lib/data/monitors/space-monitors.ts';
import { ownAlertToOf, type Owner } from '../../../lib/data/owners.ts';
import { isOverAt } from '../../../lib/domain/monitors/maintenance.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { ORGANIZATION } from '../../../lib/domain/accounts/organization.ts';
import { channelSettingsView } from '../../../lib/render/alerts/channel-settings-view.ts';
import { maintenanceSettingsView } from '../../../lib/render/monitors/maintenance-view.ts';
import { settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { listCursor, listPositionOf } from '../../../lib/flows/list-position.ts';

/** A cursor of the list is none of an export. */
const EXPORT = 'export ';
/** Of what stands around the monitors. */
const FRAME_BYTES = 1_000;

export const exportMonitors: Handle<typeof catalogue.exportMonitors> = async (ctx, { query }) => {
  const { spaces } = ctx.caller.owner;
  const from = query.cursor === undefined ? undefined : listPositionOf(EXPORT, query.cursor, spaces);
  const [{ monitors, next }, channels, windows] = await Promise.all([
    part(ctx, spaces, from),
    from ? [] : channelsOf(ctx, spaces),
    from ? [] : windowsOf(ctx, spaces),
  ]);
  return {
    version: 1,
    monitors: monitors.sort(byName),
    ...(channels.length > 0 && { channels: channels.map(channelSettingsView).sort(byName) }),
    ...(windows.length > 0 && { maintenance: windows.map(maintenanceSettingsView).sort(byName) }),
    ...(next && { next_cursor: listCursor(EXPORT, next) }),
  };
};

/** The address of an account goes into no file: it is nobody's elsewhere. */
async function channelsOf(ctx: Ctx<'owner'>, spaces: readonly string[]) {
  return (await listOwnerChannels(ctx.table, spaces)).filter(({ to }) => to === null);
}

/** What is over is not for another time. */
async function windowsOf({ table, now }: Ctx<'owner'>, spaces: readonly string[]) {
  const kept = await Promise.all(spaces.map((spaceId) => getMaintenance(table, spaceId)));
  return kept.flatMap(({ windows }) => windows.filter((each) => !each.isEnded && !isOverAt(each, now)));
}

interface Part {
  monitors: ExportedMonitor[];
  next: ListPosition | null;
}

/** As many whole pages of the list as an import takes at once. One page alone always fits. */
async function part(
  ctx: Ctx<'owner'>,
  spaces: readonly string[],
  from: ListPosition | undefined,
): Promise<Part> {
  const monitors: ExportedMonitor[] = [];
  let next: ListPosition | null | undefined = from;
  let bytes = FRAME_BYTES;
  do {
    const limit = LIMITS.monitorsPageMax;
    const page = await monitorPage(ctx.table, spaces, { ...(next && { from: next }), limit, now: ctx.now });
    // A number of a machine is nothing without the machine, which is in no file.
    const jobs = page.monitors.filter(({ active, threshold }) => active && !threshold);
    const views = jobs.map(viewFor(ctx.caller.owner));
    bytes += views.reduce((sum, view) => sum + Buffer.byteLength(JSON.stringify(view)) + 1, 0);
    if (monitors.length > 0 && bytes > LIMITS.importMaxBytes) return { monitors, next: next ?? null };
    monitors.push(...views);
    next = page.next;
  } while (next && monitors.length + LIMITS.monitorsPageMax <= LIMITS.importMaxMonitors);
  return { monitors, next: next ?? null };
}

/**
 * Where an owner's monitors mail somebody by themselves, that nobody is mailed has to be said. The people of an organization
 * are what is absent there, so that a file of it can be brought anywhere.
 */
function viewFor(owner: Owner): (monitor: Monitor) => ExportedMonitor {
  const mailsByItself = ownAlertToOf(owner) !== null;
  return (monitor) => {
    const { alert_to: to, ...rest } = settingsView(monitor);
    if (to === ORGANIZATION) return rest;
    return { ...settingsView(monitor), ...(mailsByItself && to === undefined && { alert_to: null }) };
  };
}

/** So that a file changes where a monitor does, and nowhere else. */
function byName<E extends { name: string; slug?: string | undefined }>(one: E, other: E): number {
  const [first, second] = [one, other].map((each) => JSON.stringify([each.name, each.slug ?? '', each]));
  return first === second ? 0 : String(first) < String(second) ? -1 : 1;
}
