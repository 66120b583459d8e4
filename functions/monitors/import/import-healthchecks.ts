import type { catalogue } from '../../../lib/contract/catalogue.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import { checkProposalOf, type CheckProposal, type FreshCheck, type ListedCheck } from './check-proposal.ts';
import { freeTierView } from './import-monitors.ts';
import {
  isKeyWritten,
  pingKeyItems,
  pingKeyProposalOf,
  pingKeyView,
  writePingKey,
  type PingKeyProposal,
} from './ping-key-proposal.ts';
import { blockOf } from './register-block.ts';
import { sentChecks } from './sent-checks.ts';

/** What an import would do with all that it was given. */
interface Proposal extends CheckProposal {
  pingKey: PingKeyProposal | null;
}

export const importHealthchecks: Handle<typeof catalogue.importHealthchecks> = async (
  ctx,
  { query, body },
) => {
  const { checks, channels, pingKey } = await sentChecks(ctx, body);
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const list = { checks, channels, rules, hasPingKey: pingKey !== undefined };
  const countedOn = manyCountedOn(ctx.table);
  return proposedOrApplied(ctx, query, {
    proposalOf: async (owner): Promise<Proposal> => {
      const proposal = await checkProposalOf(ctx, owner, list);
      const named = { pingKey, checks: [...proposal.existing, ...proposal.fresh] };
      return { ...proposal, pingKey: await pingKeyProposalOf(ctx, owner, named) };
    },
    shownOf: (owner, proposal) => shownOf(ctx, owner, proposal),
    application: (owner, proposal) => application(ctx, owner, proposal, countedOn),
  });
};

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application(
  ctx: Ctx<'owner'>,
  owner: Owner,
  proposal: Proposal,
  countedOn: ReturnType<typeof manyCountedOn>,
) {
  const spaceId = homeOf(owner);
  const monitors = proposal.fresh.map((check) => monitorOf(check, spaceId, ctx.now));
  const answer = async () => {
    const shown = shownOf(ctx, owner, proposal);
    if (ctx.isDryRun) return { applied: false, ...shown };
    const written = await countedOn(monitors);
    return { applied: true, ...shown, created: createdOf(ctx, proposal.fresh, written) };
  };
  if (monitors.length === 0 && !isKeyWritten(proposal.pingKey)) return { done: answer };
  const besides = pingKeyItems(ctx, proposal.pingKey);
  const block = blockOf(ctx, owner, { spaceId, doer: doerOf(ctx.caller), monitors, besides, countedOn });
  return {
    ...block,
    result: answer,
    write: async (items: Parameters<typeof block.write>[0]) => {
      await writePingKey(ctx, owner, proposal.pingKey);
      await block.write(items);
    },
  };
}

function monitorOf({ uuid, slug, settings }: FreshCheck, spaceId: string, now: number): Monitor {
  const brought = { broughtId: true, ...(slug !== undefined && { checkSlug: slug }) } as const;
  return newMonitor({ id: idOfUuid(uuid), spaceId, slug: null, ...brought }, settings, now);
}

function createdOf({ origins }: Ctx, fresh: readonly FreshCheck[], monitors: readonly Monitor[]) {
  return fresh.flatMap((check, at) => {
    const monitor = monitors[at];
    if (!monitor) return [];
    const ingest_url = ingestUrlOf(origins.ingest, shownIdOf(monitor));
    return [{ ...knownAs(check, monitor), ingest_url }];
  });
}

function shownOf(ctx: Ctx<'owner'>, owner: Owner, { fresh, existing, leftOut, pingKey }: Proposal) {
  return {
    would_create: fresh.length,
    existing: existing.map(({ monitor, differs, ...check }) => ({ ...knownAs(check, monitor), differs })),
    left_out: leftOut,
    lost: lostOf(fresh),
    ...pingKeyView(pingKey),
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
}

/** Each thing once, with the checks that lose it: thousands of them lose the same. */
function lostOf(fresh: readonly FreshCheck[]) {
  const all = fresh.flatMap(({ index, lost }) => lost.map((one) => ({ ...one, index })));
  const alike = Map.groupBy(all, ({ field, detail }) => `${field} ${detail}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first
      ? [{ field: first.field, detail: first.detail, checks: same.map(({ index }) => index) }]
      : [];
  });
}

function knownAs({ index, name, uuid }: ListedCheck & { uuid: string }, monitor: Monitor) {
  return { index, name, id: shownIdOf(monitor), uuid };
}
