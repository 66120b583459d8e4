import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { listMonitors } from '../../lib/data/space-monitors.ts';
import type { TransactItem } from '../../lib/data/table.ts';
import { readCrontab, type Crontab } from '../../lib/domain/crontab/read-crontab.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { ianaZone } from '../../lib/domain/schedule/iana-zone.ts';
import { charge } from '../../lib/flows/charge/charge.ts';
import { billingNote, pay } from '../../lib/flows/charge/pay.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { ingestUrlOf } from '../../lib/render/view/monitor-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { proposalOf, type Proposal } from './crontab-proposal.ts';
import { blockOf } from './register-block.ts';
import { decided } from './wanted.ts';

export const importCrontab: Handle<typeof catalogue.importCrontab> = async (ctx, { query, body }) => {
  const crontab = readCrontab(limited(body), query.tz === undefined ? null : decided(ianaZone(query.tz)));
  if (query.apply !== '1') {
    const { owner } = ctx.caller;
    return { applied: false, ...shownOf(await proposed(ctx, crontab, owner), owner) };
  }
  const { result, charges } = await charge(
    (quote) => pay(ctx, quote),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      return application(ctx, owner, await proposed(ctx, crontab, owner));
    },
  );
  return { ...result, ...billingNote(charges) };
};

async function proposed(ctx: Ctx<'owner'>, crontab: Crontab, owner: Owner): Promise<Proposal> {
  const proposal = proposalOf(crontab, await listMonitors(ctx.table, owner.spaces, ctx.now), ctx.now);
  if (proposal.recognized.length > 0) return proposal;
  throw new Refusal(
    'crontab_sem_agenda',
    'The text must have a schedule line that cron would run; none was recognised.',
  );
}

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application(ctx: Ctx<'owner'>, owner: Owner, proposal: Proposal) {
  const settings = proposal.fresh.map((item) => item.settings);
  const answer = (monitors: Monitor[]) => ({
    applied: true,
    ...shownOf(proposal, owner),
    created: monitors.map((monitor, index) => ({
      line: proposal.fresh[index]?.line ?? 0,
      id: monitor.id,
      name: monitor.name,
      ingest_url: ingestUrlOf(ctx.origins.ingest, monitor.id),
    })),
  });
  if (settings.length === 0) return { done: answer([]) };
  const block = blockOf(ctx.table, owner, settings, ctx.now);
  return { ...block, write: async (items: readonly TransactItem[]) => answer(await block.write(items)) };
}

function shownOf(proposal: Proposal, owner: Owner) {
  const { recognized, ignored, existing, fresh } = proposal;
  const freeLeft = Math.max(0, LIMITS.freeMonitors - owner.monitors);
  const free_tier = {
    limit: LIMITS.freeMonitors,
    used: owner.monitors,
    free_left: freeLeft,
    fits: fresh.length <= freeLeft,
  };
  return { recognized, ignored, existing, would_create: fresh.length, free_tier };
}

function limited(text: string): string {
  // A line end at the end of the text begins no further line.
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines > LIMITS.crontabMaxLines) {
    throw new Refusal(
      'corpo_grande',
      `The crontab must have at most ${LIMITS.crontabMaxLines} lines; got ${lines}.`,
    );
  }
  return text;
}
