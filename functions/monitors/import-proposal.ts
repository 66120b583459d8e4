import { slugMonitorId } from '../../lib/adapters/ids.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { ImportedMonitor } from '../../lib/contract/transfer.ts';
import { isStaged } from '../../lib/data/monitor-blocks.ts';
import { getMonitors } from '../../lib/data/monitors.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { listMonitors } from '../../lib/data/space-monitors.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { exactSettings, newSettings, type DecidedSettings } from '../../lib/domain/monitor/settings.ts';
import { jobNamesOf, type JobNames } from '../../lib/flows/space-token.ts';
import { differingFields, settingsView } from '../../lib/render/view/settings-view.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { slugsOf } from './imported-slugs.ts';
import { nameMatches } from './name-matches.ts';
import { decided, settingsRules, wantedOf } from './wanted.ts';

/** An entry that has no monitor yet. Of a name, `id` follows from it, and `before` is the deleted monitor it had. */
export interface FreshEntry {
  index: number;
  settings: DecidedSettings;
  name: { slug: string; id: string } | null;
  before: Monitor | undefined;
}

/** What an import would do. */
export interface Proposal {
  existing: { index: number; monitor: Monitor; differs: string[] }[];
  fresh: FreshEntry[];
  names: JobNames;
}

/**
 * Sorts the entries of a file by whether the owner has their monitors: one with a slug is the monitor of that name, one
 * without is a monitor without a slug that has its name, and two equal ones are two. Throws 400 for the first entry that
 * breaks a rule.
 */
export async function proposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  entries: readonly ImportedMonitor[],
): Promise<Proposal> {
  const slugs = slugsOf(entries);
  const names = await jobNamesOf(ctx, owner);
  const rules = settingsRules(ctx);
  const fresh = entries.map((entry) => newSettings(wantedOf(entry), rules));
  const nameless = new Map(
    entries.flatMap(({ name }, index) => {
      const decision = fresh[index];
      const settings = decision?.ok ? decision.value : null;
      return slugs[index] === null ? [[index, { name: settings?.name ?? name, settings }] as const] : [];
    }),
  );
  const listed = nameless.size > 0 ? await listMonitors(ctx.table, owner.spaces, ctx.now) : [];
  const byName = nameMatches(nameless, listed);
  const bySlug = await namedBy(ctx, owner, names, slugs);
  const proposal: Proposal = { existing: [], fresh: [], names };
  for (const [index, entry] of entries.entries()) {
    const slug = slugs[index] ?? null;
    const { id, monitor } = slug === null ? { id: null, monitor: byName.get(index) } : bySlug(slug, index);
    if (monitor?.active) {
      const settings = at(index, () => decided(exactSettings(monitor, wantedOf(entry), rules)));
      const differs = differingFields(settingsView(monitor), settingsView({ ...settings, slug }));
      proposal.existing.push({ index, monitor, differs });
    } else {
      const settings = at(index, () => decided(fresh[index] ?? newSettings(wantedOf(entry), rules)));
      const name = slug === null || id === null ? null : { slug, id };
      proposal.fresh.push({ index, settings, name, before: monitor });
    }
  }
  return proposal;
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
      throw new Refusal(
        'not_found',
        `monitors[${index}].slug is the name of a monitor that is not yours here.`,
      );
    return { id, monitor };
  };
}

/** Monitors of one block are staged or not together. */
async function refuseStaged(ctx: Ctx<'owner'>, monitors: readonly Monitor[]): Promise<void> {
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
