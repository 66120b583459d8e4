import { sha1Of } from '../../adapters/ids.ts';
import { checkFieldsOf, getCheckFields } from '../../data/monitors/check-fields.ts';
import { monitorShownAs } from '../../data/monitors/public-monitor-id.ts';
import { listMonitors } from '../../data/monitors/space-monitors.ts';
import { idOfUuid, isCheckUuid, uuidOfId } from '../../domain/monitors/check-uuid.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { fieldsOf, tagsOf, type CheckFields } from '../../domain/monitors/switch/check-fields.ts';
import type { Ctx } from '../../runtime/context.ts';
import { judgedNow } from './detect-outages.ts';
import { monitorInSpaces, noSuchMonitor, shownIn } from './own-monitor.ts';

/** A monitor as a check of Healthchecks. */
export interface OwnCheck {
  monitor: Monitor;
  uuid: string;
  fields: CheckFields;
}

type ReadingCtx = Pick<Ctx, 'table' | 'log' | 'now'>;

/** All checks of some spaces, oldest first. */
export async function listOwnChecks(ctx: ReadingCtx, spaces: readonly string[]): Promise<OwnCheck[]> {
  const listed = await listMonitors(ctx.table, spaces, ctx.now);
  const monitors = await judgedNow(ctx, listed.filter(({ active }) => active), ctx.now); // prettier-ignore
  const saidOf = monitors.filter(({ asCheck }) => asCheck).map(({ id }) => id);
  const said = await checkFieldsOf(ctx.table, saidOf);
  return monitors.map((monitor) => checkOf(monitor, said.get(monitor.id)));
}

/** Whether a check carries all of some tags. */
export function carries({ fields }: OwnCheck, tags: readonly string[]): boolean {
  const own = tagsOf(fields.tags);
  return tags.every((tag) => own.includes(tag));
}

/**
 * The check of some spaces that a UUID means, also by the id that its ping URL ends in, or with `byKey` its `unique_key`. That,
 * and the UUID of a rotated ping URL, is looked for among these spaces alone. Unknown and foreign ones are the same 404. As a check would
 * judge it now, to be shown.
 */
export async function ownCheck(
  ctx: ReadingCtx,
  spaces: readonly string[],
  named: string,
  how: { byKey: boolean } = { byKey: false },
): Promise<OwnCheck> {
  const check = await keptCheck(ctx, spaces, named, how);
  const [monitor = check.monitor] = await judgedNow(ctx, [check.monitor], ctx.now);
  return { ...check, monitor };
}

/** The same as it is stored, to be changed. */
export async function keptCheck(
  ctx: ReadingCtx,
  spaces: readonly string[],
  named: string,
  { byKey }: { byKey: boolean } = { byKey: false },
): Promise<OwnCheck> {
  const monitor = await meant(ctx, spaces, named, byKey);
  if (!monitor.active) throw noSuchMonitor();
  return checkOf(monitor, monitor.asCheck ? await getCheckFields(ctx.table, monitor.id) : undefined);
}

async function meant(ctx: ReadingCtx, spaces: readonly string[], named: string, byKey: boolean) {
  const text = named.toLowerCase();
  const isUuid = isCheckUuid(text);
  if (!isUuid && !(byKey && /^[0-9a-f]{40}$/.test(text))) return monitorInSpaces(ctx, named, spaces);
  const first = isUuid ? await monitorShownAs(ctx.table, idOfUuid(text)) : undefined;
  if (first) return shownIn(ctx, first, spaces);
  const own = (await listMonitors(ctx.table, spaces, ctx.now)).find((each) => {
    const uuid = uuidOf(each);
    return (isUuid ? uuid : uniqueKeyOf(uuid)) === text;
  });
  return shownIn(ctx, own, spaces);
}

export function checkOf(monitor: Monitor, said: CheckFields | undefined): OwnCheck {
  return { monitor, uuid: uuidOf(monitor), fields: fieldsOf(monitor, said, namedBy(monitor.id)) };
}

/** The UUID of a monitor as it is shown: of its id, and once that was rotated of what chance put behind it. */
function uuidOf({ id, idTail }: Monitor): string {
  return uuidOfId(idTail ?? id);
}

/** What a monitor is called whose check has no name: by what it was born with, as it is stored. */
export function namedBy(id: string): string {
  return `check ${uuidOfId(id).slice(0, 8)}`;
}

/** By what a read-only key of Healthchecks names a check: of half its UUID, so that nobody gets the ping URL from it. */
export function uniqueKeyOf(uuid: string): string {
  return sha1Of(uuid.replaceAll('-', '').slice(0, 16));
}
