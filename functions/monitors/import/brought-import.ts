import type { Owner } from '../../../lib/data/owners.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import {
  broughtProposalOf,
  placeOf,
  type BroughtProposal,
  type Export,
  type Fresh,
  type Placed,
} from './brought-proposal.ts';
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

/** What an import would do with all that it was given. */
interface Proposal extends BroughtProposal {
  pingKey: PingKeyProposal | null;
}

/** Proposes or makes the monitors of an export, each under the id that its token stands for. */
export function importBrought<Known extends object>(
  ctx: Ctx<'owner'>,
  query: { apply?: string | undefined },
  brought: Export<Known>,
) {
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const countedOn = manyCountedOn(ctx.table);
  const shownOf = (owner: Owner, proposal: Proposal) => proposalView(ctx, owner, proposal, brought);
  return proposedOrApplied(ctx, query, {
    proposalOf: async (owner): Promise<Proposal> => {
      const proposal = await broughtProposalOf(ctx, owner, brought, rules);
      const named = { pingKey: brought.pingKey, entries: [...proposal.existing, ...proposal.fresh] };
      return { ...proposal, pingKey: await pingKeyProposalOf(ctx, owner, named) };
    },
    shownOf,
    application: (owner, proposal) => {
      const shown = shownOf(owner, proposal);
      return application(ctx, owner, proposal, { countedOn, shown, brought });
    },
  });
}

interface Applying<Known extends object> {
  countedOn: ReturnType<typeof manyCountedOn>;
  shown: ReturnType<typeof proposalView<Known>>;
  brought: Export<Known>;
}

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application<Known extends object>(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { fresh, pingKey }: Proposal,
  { countedOn, shown, brought }: Applying<Known>,
) {
  const spaceId = homeOf(owner);
  const monitors = fresh.map((entry) => monitorOf(entry, spaceId, ctx.now));
  const answer = async () => {
    if (ctx.isDryRun) return { applied: false, ...shown };
    const written = await countedOn(monitors);
    return { applied: true, ...shown, created: createdOf(ctx, fresh, written, brought) };
  };
  if (monitors.length === 0 && !isKeyWritten(pingKey)) return { done: answer };
  const besides = pingKeyItems(ctx, pingKey);
  const block = blockOf(ctx, owner, { spaceId, doer: doerOf(ctx.caller), monitors, besides, countedOn });
  return {
    ...block,
    result: answer,
    write: async (items: Parameters<typeof block.write>[0]) => {
      await writePingKey(ctx, owner, pingKey);
      await block.write(items);
    },
  };
}

function monitorOf({ id, slug, settings }: Fresh, spaceId: string, now: number): Monitor {
  const brought = { broughtId: true, ...(slug !== undefined && { checkSlug: slug }) } as const;
  return newMonitor({ id, spaceId, slug: null, ...brought }, settings, now);
}

function createdOf<Known extends object>(
  { origins }: Ctx,
  fresh: readonly Fresh[],
  monitors: readonly Monitor[],
  brought: Export<Known>,
) {
  return fresh.flatMap((entry, at) => {
    const monitor = monitors[at];
    if (!monitor) return [];
    const ingest_url = ingestUrlOf(origins.ingest, shownIdOf(monitor));
    return [{ ...knownAs(entry, monitor, brought), ingest_url }];
  });
}

function proposalView<Known extends object>(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { fresh, existing, leftOut, pingKey }: Proposal,
  brought: Export<Known>,
) {
  return {
    would_create: fresh.length,
    existing: existing.map((entry) => ({
      ...knownAs(entry, entry.monitor, brought),
      differs: entry.differs,
    })),
    left_out: leftOut,
    lost: lostOf(fresh),
    ...pingKeyView(pingKey),
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
}

/** Each thing once, with the entries that lose it: thousands of them lose the same. */
function lostOf(fresh: readonly Fresh[]) {
  const all = fresh.flatMap(({ index, lost }) => lost.map((one) => ({ ...one, index })));
  const alike = Map.groupBy(all, ({ field, detail }) => `${field} ${detail}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first
      ? [{ field: first.field, detail: first.detail, entries: same.map(({ index }) => index) }]
      : [];
  });
}

function knownAs<Known extends object>(entry: Placed, monitor: Monitor, { shownAs }: Export<Known>) {
  return { ...placeOf(entry), id: shownIdOf(monitor), ...shownAs(entry.token) };
}
