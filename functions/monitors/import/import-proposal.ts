import { slugMonitorId } from '../../../lib/adapters/ids.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { ImportedMonitor } from '../../../lib/contract/monitors/transfer.ts';
import { isStaged } from '../../../lib/data/monitors/monitor-blocks.ts';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import {
  exactSettings,
  newSettings,
  type SettingsRules,
} from '../../../lib/domain/monitors/settings/settings.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { jobNamesOf, type JobNames } from '../../../lib/flows/accounts/space-token.ts';
import { differingFields, settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { slugsOf } from './imported-slugs.ts';
import { nameMatches } from '../name-matches.ts';
import { wantedOf } from '../requested-settings.ts';

/** An entry that has no monitor yet. Of a name, `id` follows from it, and `before` is the deleted monitor it had. */
export interface FreshEntry {
  index: number;
  settings: DecidedSettings;
  name: { slug: string; id: string } | null;
  before: Monitor | undefined;
}

/** The entries of an import, and what their settings are decided by, the same however often it is decided. */
export interface Entries {
  entries: readonly ImportedMonitor[];
  rules: SettingsRules;
}

/** What an import would do. */
export interface ImportProposal {
  existing: { index: number; monitor: Monitor; differs: string[] }[];
  fresh: FreshEntry[];
  names: JobNames;
}

/**
 * Sorts the entries of a file by whether the owner has their monitors: one with a slug is the monitor of that name, one
 * without is a monitor without a slug that has its name, and two equal ones are two. Throws 400 for the first entry that
 * breaks a rule.
 */
export async function importProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { entries, rules }: Entries,
): Promise<ImportProposal> {
  const slugs = slugsOf(entries);
  const names = await jobNamesOf(ctx, owner);
  const nameless = namelessOf(entries, slugs, rules);
  const listed = nameless.size > 0 ? await listMonitors(ctx.table, owner.spaces, ctx.now) : [];
  const byName = nameMatches(nameless, listed);
  const bySlug = await namedBy(ctx, owner, names, slugs);
  const proposal: ImportProposal = { existing: [], fresh: [], names };
  for (const [index, entry] of entries.entries()) {
    const slug = slugs[index] ?? null;
    const { id, monitor } = slug === null ? { id: null, monitor: byName.get(index) } : bySlug(slug, index);
    if (monitor?.active) {
      const settings = at(index, () => valueOrRefusal(exactSettings(monitor, wantedOf(entry), rules)));
      const differs = differingFields(settingsView(monitor), settingsView({ ...settings, slug }));
      proposal.existing.push({ index, monitor, differs });
    } else {
      const settings = at(index, () => valueOrRefusal(newSettings(wantedOf(entry), rules)));
      const name = slug === null || id === null ? null : { slug, id };
      proposal.fresh.push({ index, settings, name, before: monitor });
    }
  }
  return proposal;
}

/** What entries without a slug are matched by. The first of them that is refused ends the import: none after it is decided. */
function namelessOf(
  entries: readonly ImportedMonitor[],
  slugs: readonly (string | null)[],
  rules: SettingsRules,
) {
  const nameless = new Map<number, { name: string; settings: DecidedSettings | null }>();
  for (const [index, entry] of entries.entries()) {
    if (slugs[index] !== null) continue;
    const decision = newSettings(wantedOf(entry), rules);
    const settings = decision.ok ? decision.value : null;
    nameless.set(index, { name: settings?.name ?? entry.name, settings });
    // A zone of an earlier rule goes on where the monitor has it already.
    if (!decision.ok && decision.code !== 'tz_invalida') break;
  }
  return nameless;
}

interface Found {
  id: string | null;
  monitor: Monitor | undefined;
}

/** Finds what a name has by now. Throws 404 where that is not of this space, 409 while it is staged. */
async function namedBy(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { salt, spaceId }: JobNames,
  slugs: readonly (string | null)[],
) {
  const ids = new Map(slugs.flatMap((slug) => (slug === null ? [] : [[slug, slugMonitorId(salt, slug)]])));
  const named = new Map((await getMonitors(ctx.table, [...ids.values()])).map((each) => [each.id, each]));
  await refuseStaged(ctx, [...named.values()]);
  return (slug: string, index: number): Found => {
    const id = ids.get(slug) ?? null;
    const monitor = id === null ? undefined : named.get(id);
    const isOurs = monitor?.active ? owner.spaces.includes(monitor.spaceId) : monitor?.spaceId === spaceId;
    if (monitor && !isOurs)
      throw new Refusal('not_found', `monitors[${index}].slug belongs to a monitor that is not yours here.`);
    return { id, monitor };
  };
}

/** Monitors of one block are staged or not together. */
export async function refuseStaged(ctx: Ctx<'owner'>, monitors: readonly Monitor[]): Promise<void> {
  const untouched = monitors.filter(({ rev }) => rev === 0);
  const oneOfEach = new Map(untouched.map((monitor) => [monitor.blockId, monitor]));
  for (const monitor of oneOfEach.values()) {
    if (await isStaged(ctx.table, monitor))
      throw new Refusal('conflito', 'Another import of these names is under way; repeat the call.');
  }
}

/** A refusal of an entry says which one. */
function at<T>(index: number, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `monitors[${index}]: ${error.detail}`);
  }
}
