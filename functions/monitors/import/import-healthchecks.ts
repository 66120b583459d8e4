import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import {
  exactSettings,
  newSettings,
  type SettingsRules,
} from '../../../lib/domain/monitors/settings/settings.ts';
import {
  readCheck,
  type HealthchecksCheck,
  type Lost,
  type ReadCheck,
} from '../../../lib/domain/monitors/switch/healthchecks-check.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import { differingFields, settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import { freeTierView } from './import-monitors.ts';
import { refuseStaged } from './import-proposal.ts';
import { blockOf } from './register-block.ts';

interface Place {
  index: number;
  name: string;
}

interface FreshCheck extends Place {
  uuid: string;
  settings: DecidedSettings;
  lost: Lost[];
}

interface CheckProposal {
  fresh: FreshCheck[];
  existing: (Place & { uuid: string; monitor: Monitor; differs: string[] })[];
  leftOut: (Place & { detail: string })[];
}

export const importHealthchecks: Handle<typeof catalogue.importHealthchecks> = async (
  ctx,
  { query, body },
) => {
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const countedOn = manyCountedOn(ctx.table);
  return proposedOrApplied(ctx, query, {
    proposalOf: (owner) => checkProposalOf(ctx, owner, body.checks, rules),
    shownOf: (owner, proposal) => shownOf(ctx, owner, proposal),
    application: (owner, proposal) => application(ctx, owner, proposal, countedOn),
  });
};

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application(
  ctx: Ctx<'owner'>,
  owner: Owner,
  proposal: CheckProposal,
  countedOn: ReturnType<typeof manyCountedOn>,
) {
  const spaceId = homeOf(owner);
  const monitors = proposal.fresh.map(({ uuid, settings }) =>
    newMonitor({ id: idOfUuid(uuid), spaceId, slug: null, broughtId: true }, settings, ctx.now),
  );
  const answer = async () => {
    const shown = shownOf(ctx, owner, proposal);
    if (ctx.isDryRun) return { applied: false, ...shown };
    const written = await countedOn(monitors);
    return { applied: true, ...shown, created: createdOf(ctx, proposal.fresh, written) };
  };
  if (monitors.length === 0) return { done: answer };
  return {
    ...blockOf(ctx, owner, { spaceId, doer: doerOf(ctx.caller), monitors, countedOn }),
    result: answer,
  };
}

/**
 * Sorts checks by whether the owner has their monitors. A UUID that is somebody else's here is left out and told: a ping URL is
 * a secret, and whoever found an export must not get what another's job sends.
 */
async function checkProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  checks: readonly HealthchecksCheck[],
  rules: SettingsRules,
): Promise<CheckProposal> {
  const proposal: CheckProposal = { fresh: [], existing: [], leftOut: [] };
  const read = new Map<string, Place & ReadCheck>();
  for (const [index, check] of checks.entries()) {
    const place = { index, name: [...(check.name ?? '')].slice(0, LIMITS.nameMaxChars).join('') };
    const decision = readCheck(check, ctx.now);
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
  { uuid, wanted, lost, ...place }: Place & ReadCheck,
  { owner, monitor, rules }: { owner: Owner; monitor: Monitor | undefined; rules: SettingsRules },
): void {
  const isOurs = monitor !== undefined && owner.spaces.includes(monitor.spaceId);
  if (monitor && !isOurs)
    return void leftOut.push({ ...place, detail: 'its UUID is that of a monitor which is not yours here.' });
  if (monitor && !monitor.active)
    return void leftOut.push({ ...place, detail: 'its monitor was deleted here less than 30 days ago.' });
  const settings = monitor ? exactSettings(monitor, wanted, rules) : newSettings(wanted, rules);
  if (!settings.ok) return void leftOut.push({ ...place, detail: settings.detail });
  if (!monitor) return void fresh.push({ ...place, uuid, settings: settings.value, lost });
  const { slug } = monitor;
  const differs = differingFields(settingsView(monitor), settingsView({ ...settings.value, slug }));
  existing.push({ ...place, uuid, monitor, differs });
}

function createdOf({ origins }: Ctx, fresh: readonly FreshCheck[], monitors: readonly Monitor[]) {
  return fresh.flatMap((check, at) => {
    const monitor = monitors[at];
    if (!monitor) return [];
    const { uuid } = check;
    return [
      {
        ...placeOf(check),
        ...knownAs(monitor, uuid),
        ingest_url: ingestUrlOf(origins.ingest, shownIdOf(monitor)),
      },
    ];
  });
}

function shownOf(ctx: Ctx<'owner'>, owner: Owner, { fresh, existing, leftOut }: CheckProposal) {
  return {
    would_create: fresh.length,
    existing: existing.map(({ index, name, uuid, monitor, differs }) => ({
      index,
      name,
      ...knownAs(monitor, uuid),
      differs,
    })),
    left_out: leftOut,
    lost: fresh.flatMap(({ lost, ...check }) => lost.map((one) => ({ ...placeOf(check), ...one }))),
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
}

const placeOf = ({ index, name }: Place): Place => ({ index, name });
const knownAs = (monitor: Monitor, uuid: string) => ({ id: shownIdOf(monitor), uuid });
