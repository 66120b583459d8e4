import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import {
  exactSettings,
  newSettings,
  type SettingsRules,
} from '../../../lib/domain/monitors/settings/settings.ts';
import type { Brought, BroughtMonitor } from '../../../lib/domain/monitors/switch/brought.ts';
import { differingFields, settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { refuseStaged } from './import-proposal.ts';

/** What an export of another service holds, read, and by what its monitors are known there and here. */
export interface Export<Known extends object> {
  entries: readonly { name: string; read: Brought }[];
  /** What it calls that by which its pings name a monitor. */
  token: string;
  idOf: (token: string) => string;
  /** What an answer says of a monitor besides, by its token. */
  shownAs: (token: string) => Known;
  /** By which and their slugs jobs ping its monitors besides. */
  pingKey?: string | undefined;
}

/** Where an entry stands in its list. */
export interface Place {
  index: number;
  name: string;
}

export interface Placed extends Place, BroughtMonitor {
  id: string;
}

export interface Fresh extends Placed {
  settings: DecidedSettings;
}

/** What an import would do with the entries of an export. */
export interface BroughtProposal {
  fresh: Fresh[];
  existing: (Placed & { monitor: Monitor; differs: string[] })[];
  leftOut: (Place & { detail: string })[];
}

/**
 * Sorts entries by whether the owner has their monitors. A token that is somebody else's here is left out and told: a ping URL is
 * a secret, and whoever found an export must not get what another's job sends.
 */
export async function broughtProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { entries, token: word, idOf }: Export<object>,
  rules: SettingsRules,
): Promise<BroughtProposal> {
  const proposal: BroughtProposal = { fresh: [], existing: [], leftOut: [] };
  const placed = new Map<string, Placed>();
  for (const [index, { name, read }] of entries.entries()) {
    const place = { index, name: [...name].slice(0, LIMITS.nameMaxChars).join('') };
    const id = read.ok ? idOf(read.value.token) : '';
    if (!read.ok) proposal.leftOut.push({ ...place, detail: read.detail });
    else if (placed.has(id))
      proposal.leftOut.push({ ...place, detail: `another entry before it has the same ${word}.` });
    else placed.set(id, { ...place, ...read.value, id });
  }
  const known = new Map((await getMonitors(ctx.table, [...placed.keys()])).map((each) => [each.id, each]));
  const ours = [...known.values()].filter(({ spaceId }) => owner.spaces.includes(spaceId));
  await refuseStaged(ctx, ours);
  for (const entry of placed.values()) {
    const monitor = known.get(entry.id);
    const isOurs = monitor !== undefined && owner.spaces.includes(monitor.spaceId);
    if (monitor && !isOurs) {
      const detail = `its ${word} is that of a monitor which is not yours here.`;
      proposal.leftOut.push({ ...placeOf(entry), detail });
    } else sort(proposal, entry, monitor, rules);
  }
  return proposal;
}

function sort(
  { fresh, existing, leftOut }: BroughtProposal,
  entry: Placed,
  monitor: Monitor | undefined,
  rules: SettingsRules,
): void {
  const place = placeOf(entry);
  if (monitor && !monitor.active)
    return void leftOut.push({ ...place, detail: 'its monitor was deleted here less than 30 days ago.' });
  const settings = monitor ? exactSettings(monitor, entry.wanted, rules) : newSettings(entry.wanted, rules);
  if (!settings.ok) return void leftOut.push({ ...place, detail: settings.detail });
  if (!monitor) return void fresh.push({ ...entry, settings: settings.value });
  const { slug } = monitor;
  const differs = differingFields(settingsView(monitor), settingsView({ ...settings.value, slug }));
  existing.push({ ...entry, monitor, differs });
}

export const placeOf = ({ index, name }: Place): Place => ({ index, name });
