import { isApplied } from '../../../lib/contract/monitors/every-import.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { charge, type Decide } from '../../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../../lib/flows/billing/pay.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';

/** What an import is, whatever it reads. */
interface Import<Proposal, Shown, Applied> {
  /** Read anew after a conflict, for the owner as it is then. */
  proposalOf: (owner: Owner) => Promise<Proposal>;
  shownOf: (owner: Owner, proposal: Proposal) => Shown;
  /** What applying does, and what is answered once it is written. */
  application: (
    owner: Owner,
    proposal: Proposal,
  ) => Awaited<ReturnType<Decide<() => Promise<Applied>>>> | ReturnType<Decide<() => Promise<Applied>>>;
}

/** Answers what an import would do; with `apply=1`, or as a dry run of that, it is done: paid for, and all or none. */
export async function proposedOrApplied<Proposal, Shown extends object, Applied extends object>(
  ctx: Ctx<'owner'>,
  query: { apply?: string | undefined },
  { proposalOf, shownOf, application }: Import<Proposal, Shown, Applied>,
) {
  if (!isApplied(query) && !ctx.isDryRun) {
    const { owner } = ctx.caller;
    return { applied: false, ...shownOf(owner, await proposalOf(owner)) };
  }
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      return application(owner, await proposalOf(owner));
    },
    async ({ result, ...cost }, write) => ctx.commit(charged(await result(), cost), write),
  );
}
