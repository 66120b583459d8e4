import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { checkFieldsItem } from '../../../lib/data/monitors/check-fields.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { isPaused } from '../../../lib/domain/monitors/deadline.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { patchedSettings, type WantedSettings } from '../../../lib/domain/monitors/settings/settings.ts';
import { isThreshold } from '../../../lib/domain/monitors/threshold-reading.ts';
import { changedCheck, type CheckFields } from '../../../lib/domain/monitors/switch/check-fields.ts';
import { pingedSlug } from '../../../lib/domain/monitors/switch/check-slugs.ts';
import { readSpec, type CheckSpec } from '../../../lib/domain/monitors/switch/check-spec.ts';
import { charge } from '../../../lib/flows/billing/charge.ts';
import { pay } from '../../../lib/flows/billing/pay.ts';
import { judgedNow } from '../../../lib/flows/monitors/detect-outages.ts';
import { deletionWrite } from '../../../lib/flows/monitors/monitor-deletion.ts';
import { movedSlugItems } from '../../../lib/flows/monitors/moved-slug.ts';
import {
  checkOf,
  keptCheck,
  namedBy,
  ownCheck,
  type OwnCheck,
} from '../../../lib/flows/monitors/own-checks.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { CheckView } from '../../../lib/contract/monitors/checks.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { changeOf } from '../apply-patch.ts';
import { channelsWanted } from './channels-wanted.ts';
import { showingChecks, versionOf, type Asked } from './show-check.ts';

/** What is to become of a check: of its monitor, and of what lies beside it. */
interface CheckChange {
  wanted: WantedSettings;
  fields?: CheckFields;
}

export const updateCheck: Handle<typeof catalogue.updateCheck> = async (ctx, { params, body, headers }) => {
  const spec = valueOrRefusal(readSpec(body, ctx.now));
  return updatedCheck(ctx, params.check, { spec, headers });
};

/** Changes a check to what is said of it, and returns it. */
export function updatedCheck(
  ctx: Ctx<'owner'>,
  named: string,
  { spec, headers }: { spec: CheckSpec; headers: Asked },
): Promise<Result<CheckView>> {
  return changed(ctx, named, headers, async ({ monitor, fields: before }, owner) => {
    // It is shown, paused and deleted as any; a schedule and a slug that is pinged would be no truth of it.
    if (isThreshold(monitor))
      throw new Refusal(
        'valor_invalido',
        'check watches a number of a machine, and has no schedule to be set',
      );
    const decided = valueOrRefusal(changedCheck(before, spec, versionOf(headers), namedBy(monitor.id)));
    const { fields, wanted } = decided;
    const usesChannels = await channelsWanted(ctx, owner, spec.channels, {
      ...monitor,
      tags: wanted.tags as string[],
    });
    return { fields, wanted: { ...wanted, usesChannels } };
  });
}

/** A check that is paused stays so, until when it was. */
export const pauseCheck: Handle<typeof catalogue.pauseCheck> = (ctx, { params, headers }) =>
  changed(ctx, params.check, headers, ({ monitor }) => {
    const until = isoOf(ctx.now + LIMITS.pauseMaxSec * 1_000);
    return isPaused(monitor, ctx.now) ? null : { wanted: { pausedUntil: until } };
  });

export const resumeCheck: Handle<typeof catalogue.resumeCheck> = (ctx, { params, headers }) =>
  changed(ctx, params.check, headers, ({ monitor }) => {
    if (!isPaused(monitor, ctx.now)) throw new Refusal('conflito', 'check is not paused');
    return { wanted: { pausedUntil: null } };
  });

/** Decides a change from the check as it is, again where that changed meanwhile, and returns the check; null is none. */
function changed(
  ctx: Ctx<'owner'>,
  named: string,
  headers: Asked,
  changeFor: (check: OwnCheck, owner: Owner) => Promise<CheckChange> | CheckChange | null,
): Promise<Result<CheckView>> {
  const rules = settingsRules(ctx);
  return charge<OwnCheck, Result<CheckView>>(
    (quote, owned) => pay(unableToPay(ctx), quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const check = await keptCheck(ctx, owner.spaces, named);
      const change = await changeFor(check, owner);
      if (change === null) return { done: check };
      const { fields = check.fields, wanted } = change;
      const isSaid = change.fields !== undefined || check.monitor.asCheck === true;
      const before = change.fields ? asSaid(check.monitor, change.fields) : check.monitor;
      const settings = valueOrRefusal(patchedSettings(before, wanted, rules));
      const { id, checkSlug: after } = before;
      const besides = [
        ...(isSaid ? [checkFieldsItem(ctx.table, id, fields)] : []),
        ...(await movedSlugItems(ctx.table, owner.spaces, { id, before: check.monitor.checkSlug, after })),
      ];
      const action = await changeOf(ctx, owner, before, { settings, namesAddress: false, besides });
      return { ...action, result: checkOf(action.result.monitor, isSaid ? fields : undefined) };
    },
    async ({ result }, write) =>
      ctx.commit(new Result(await shown(ctx, headers, result), { status: 200 }), write),
  );
}

/** A monitor of which something is said from now on. */
function asSaid({ checkSlug: _before, ...monitor }: Monitor, { slug }: CheckFields): Monitor {
  const checkSlug = pingedSlug(slug);
  return { ...monitor, asCheck: true, ...(checkSlug !== undefined && { checkSlug }) };
}

async function shown(ctx: Ctx<'owner'>, headers: Asked, check: OwnCheck): Promise<CheckView> {
  const [show, [monitor = check.monitor]] = await Promise.all([
    showingChecks(ctx, headers),
    judgedNow(ctx, [check.monitor], ctx.now),
  ]);
  return show({ ...check, monitor });
}

/** No program of Healthchecks can pay: what would cost something is refused. */
export function unableToPay(ctx: Ctx<'owner'>): Ctx<'owner'> {
  return { ...ctx, paying: { ...ctx.paying, payment: undefined, credit: undefined } };
}

export const deleteCheck: Handle<typeof catalogue.deleteCheck> = async (ctx, { params, headers }) => {
  const show = await showingChecks(ctx, headers);
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const [{ monitor }, check] = await Promise.all([
      keptCheck(ctx, owner.spaces, params.check),
      ownCheck(ctx, owner.spaces, params.check),
    ]);
    return ctx.commit(show(check), await deletionWrite(ctx, owner, monitor));
  });
};
