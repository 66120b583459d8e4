import { newMonitorId } from '../../../lib/adapters/ids.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { isApplied } from '../../../lib/contract/monitors/every-import.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import { callPlacesOf } from '../../../lib/domain/monitors/crontab/call-places.ts';
import { readCrontab, lineIdentityOf } from '../../../lib/domain/monitors/crontab/read-crontab.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { graceEachOnce } from '../../../lib/domain/schedule/default-grace.ts';
import { ianaZone } from '../../../lib/domain/schedule/iana-zone.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import { freeTierView } from './import-monitors.ts';
import { crontabProposalOf, type CrontabProposal, type ReadCrontab } from './crontab-proposal.ts';
import { blockOf } from './register-block.ts';

export const importCrontab: Handle<typeof catalogue.importCrontab> = async (ctx, { query, body }) => {
  if (query.host !== undefined && isApplied(query)) {
    throw new Refusal(
      'nome_invalido',
      'host must not come with apply=1: send the names, slugs and schedules that it proposes to POST /api/import/json.',
    );
  }
  const hostTz = query.tz === undefined ? null : valueOrRefusal(ianaZone(query.tz));
  const crontab = {
    ...readCrontab(limited(body), hostTz),
    calls: callPlacesOf(body),
    graceSec: query.grace_sec,
    host: query.host,
    origins: [ctx.origins.base, ctx.origins.ingest],
  };
  return proposedOrApplied(ctx, query, {
    proposalOf: (owner) => proposed(ctx, crontab, owner),
    shownOf: (owner, proposal) => shownOf(ctx, owner, proposal),
    application: (owner, proposal) => application(ctx, owner, proposal),
  });
};

async function proposed(ctx: Ctx<'owner'>, crontab: ReadCrontab, owner: Owner): Promise<CrontabProposal> {
  const proposal = crontabProposalOf(crontab, await listMonitors(ctx.table, owner.spaces, ctx.now), {
    ...settingsRules(ctx),
    checkSchedule: checkEachOnce(),
    graceOf: graceEachOnce(),
  });
  const watchesItself = crontab.recognized.some(({ runs }) => runs !== undefined);
  if (proposal.recognized.length > 0 || watchesItself) return proposal;
  throw new Refusal(
    'crontab_sem_agenda',
    'The text must have a schedule line that cron would run; none was recognised.',
  );
}

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application(ctx: Ctx<'owner'>, owner: Owner, proposal: CrontabProposal) {
  const spaceId = homeOf(owner);
  const monitors = proposal.fresh.map(({ settings }) => {
    const identity = { id: newMonitorId(), spaceId, slug: null, importedAs: lineIdentityOf(settings) };
    return newMonitor(identity, settings, ctx.now);
  });
  const createdView = (monitor: Monitor, index: number) => ({
    line: proposal.fresh[index]?.line ?? 0,
    id: shownIdOf(monitor),
    name: monitor.name,
    ingest_url: ingestUrlOf(ctx.origins.ingest, shownIdOf(monitor)),
  });
  const answer = async () => ({
    applied: !ctx.isDryRun,
    ...shownOf(ctx, owner, proposal),
    ...(!ctx.isDryRun && { created: monitors.map(createdView) }),
  });
  if (monitors.length === 0) return { done: answer };
  return {
    ...blockOf(ctx, owner, { spaceId, doer: doerOf(ctx.caller), monitors }),
    result: answer,
  };
}

function shownOf(ctx: Ctx<'owner'>, owner: Owner, proposal: CrontabProposal) {
  const { recognized, ignored, existing, calls, fresh } = proposal;
  const calledAt = (id: string) => ({ ingest_url: ingestUrlOf(ctx.origins.ingest, id) });
  return {
    recognized,
    ignored,
    existing: existing.map((line) => ({ ...line, ...calledAt(line.id) })),
    calls,
    would_create: fresh.length,
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
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
