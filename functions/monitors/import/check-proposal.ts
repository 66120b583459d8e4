import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import {
  exactSettings,
  newSettings,
  type SettingsRules,
} from '../../../lib/domain/monitors/settings/settings.ts';
import {
  readCheck,
  type BesideChecks,
  type HealthchecksCheck,
  type Lost,
  type ReadCheck,
} from '../../../lib/domain/monitors/switch/healthchecks-check.ts';
import { differingFields, settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { refuseStaged } from './import-proposal.ts';

/** Where a check stands in its list. */
export interface ListedCheck {
  index: number;
  name: string;
}

type Known = ListedCheck & Pick<ReadCheck, 'uuid' | 'slug'>;

export interface FreshCheck extends Known {
  settings: DecidedSettings;
  lost: Lost[];
}

/** What an import would do with the checks of a list. */
export interface CheckProposal {
  fresh: FreshCheck[];
  existing: (Known & { monitor: Monitor; differs: string[] })[];
  leftOut: (ListedCheck & { detail: string })[];
}

/** A list of checks with what came beside it, and the rules that all of them are judged by. */
export interface CheckList extends Omit<BesideChecks, 'now'> {
  checks: readonly HealthchecksCheck[];
  rules: SettingsRules;
}

/**
 * Sorts checks by whether the owner has their monitors. A UUID that is somebody else's here is left out and told: a ping URL is
 * a secret, and whoever found an export must not get what another's job sends.
 */
export async function checkProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { checks, rules, ...beside }: CheckList,
): Promise<CheckProposal> {
  const proposal: CheckProposal = { fresh: [], existing: [], leftOut: [] };
  const read = new Map<string, ListedCheck & ReadCheck>();
  for (const [index, check] of checks.entries()) {
    const place = { index, name: [...(check.name ?? '')].slice(0, LIMITS.nameMaxChars).join('') };
    const decision = readCheck(check, { ...beside, now: ctx.now });
    if (!decision.ok) proposal.leftOut.push({ ...place, detail: decision.detail });
    else if (read.has(decision.value.uuid))
      proposal.leftOut.push({ ...place, detail: 'another check before it has the same UUID.' });
    else read.set(decision.value.uuid, { ...place, ...decision.value });
  }
  const ids = [...read.keys()].map(idOfUuid);
  const known = new Map((await getMonitors(ctx.table, ids)).map((each) => [each.id, each]));
  const ours = [...known.values()].filter(({ spaceId }) => owner.spaces.includes(spaceId));
  await refuseStaged(ctx, ours);
  for (const check of read.values())
    sort(proposal, check, { owner, monitor: known.get(idOfUuid(check.uuid)), rules });
  return proposal;
}

function sort(
  { fresh, existing, leftOut }: CheckProposal,
  { wanted, lost, ...check }: ListedCheck & ReadCheck,
  { owner, monitor, rules }: { owner: Owner; monitor: Monitor | undefined; rules: SettingsRules },
): void {
  const { index, name } = check;
  const isOurs = monitor !== undefined && owner.spaces.includes(monitor.spaceId);
  const leave = (detail: string) => void leftOut.push({ index, name, detail });
  if (monitor && !isOurs) return leave('its UUID is that of a monitor which is not yours here.');
  if (monitor && !monitor.active) return leave('its monitor was deleted here less than 30 days ago.');
  const settings = monitor ? exactSettings(monitor, wanted, rules) : newSettings(wanted, rules);
  if (!settings.ok) return leave(settings.detail);
  if (!monitor) return void fresh.push({ ...check, settings: settings.value, lost });
  const { slug } = monitor;
  const differs = differingFields(settingsView(monitor), settingsView({ ...settings.value, slug }));
  existing.push({ ...check, monitor, differs });
}
