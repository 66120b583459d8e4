import { newUuid } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { checkFieldsItem } from '../../../lib/data/monitors/check-fields.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { newSettings } from '../../../lib/domain/monitors/settings/settings.ts';
import { newCheck } from '../../../lib/domain/monitors/switch/check-fields.ts';
import { pingedSlug } from '../../../lib/domain/monitors/switch/check-slugs.ts';
import { readSpec, type CheckSpec } from '../../../lib/domain/monitors/switch/check-spec.ts';
import { charge } from '../../../lib/flows/billing/charge.ts';
import { pay } from '../../../lib/flows/billing/pay.ts';
import { creationOf } from '../../../lib/flows/monitors/monitor-creation.ts';
import { movedSlugItems } from '../../../lib/flows/monitors/moved-slug.ts';
import { checkOf, listOwnChecks, namedBy, type OwnCheck } from '../../../lib/flows/monitors/own-checks.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { unableToPay, updatedCheck } from './change-check.ts';
import { channelsWanted } from './channels-wanted.ts';
import { showingChecks, versionOf, type Asked } from './show-check.ts';

export const createCheck: Handle<typeof catalogue.createCheck> = async (ctx, { body, headers }) => {
  const spec = valueOrRefusal(readSpec(body, ctx.now));
  const known = await checkLike(ctx, spec);
  return known ? updatedCheck(ctx, known.uuid, { spec, headers }) : createdCheck(ctx, spec, headers);
};

/** The first check that has what `unique` names; none where one of these was not sent. */
async function checkLike(ctx: Ctx<'owner'>, spec: CheckSpec): Promise<OwnCheck | undefined> {
  const { unique = [] } = spec;
  if (unique.length === 0 || unique.some((name) => spec[name] === undefined)) return undefined;
  const checks = await listOwnChecks(ctx, ctx.caller.owner.spaces);
  return checks.find(({ fields }) => unique.every((name) => fields[name] === spec[name]));
}

async function createdCheck(ctx: Ctx<'owner'>, spec: CheckSpec, headers: Asked) {
  // One of version 4 even so, since some programs take no other.
  const id = idOfUuid(newUuid());
  const { fields, wanted } = valueOrRefusal(newCheck(spec, versionOf(headers), namedBy(id)));
  const settings = valueOrRefusal(newSettings(wanted, settingsRules(ctx)));
  const checkSlug = pingedSlug(fields.slug);
  const show = await showingChecks(ctx, headers);
  return charge(
    (quote, owned) => pay(unableToPay(ctx), quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const named = { asCheck: true, ...(checkSlug !== undefined && { checkSlug }) } as const;
      const identity = { id, spaceId: homeOf(owner), slug: null, ...named };
      const usesChannels = await channelsWanted(ctx, owner, spec.channels, { ...settings, ...identity });
      const chosen = { ...settings, usesChannels: usesChannels ?? settings.usesChannels };
      const monitor = newMonitor(identity, chosen, ctx.now);
      const slugs = await movedSlugItems(ctx.table, owner.spaces, { id: monitor.id, after: checkSlug });
      const besides = [checkFieldsItem(ctx.table, monitor.id, fields), ...slugs];
      return creationOf(ctx, owner, { monitor, besides });
    },
    async ({ result: { monitor } }, write) =>
      ctx.commit(new Result(show(checkOf(monitor, fields)), { status: 201 }), write),
  );
}
