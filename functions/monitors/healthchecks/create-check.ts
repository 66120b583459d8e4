import { newUuid } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import type { CheckView } from '../../../lib/contract/monitors/checks.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { checkFieldsItem } from '../../../lib/data/monitors/check-fields.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { idOfUuid } from '../../../lib/domain/monitors/check-uuid.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { newSettings } from '../../../lib/domain/monitors/settings/settings.ts';
import { isThreshold } from '../../../lib/domain/monitors/threshold-reading.ts';
import { newCheck } from '../../../lib/domain/monitors/switch/check-fields.ts';
import { pingedSlug } from '../../../lib/domain/monitors/switch/check-slugs.ts';
import { readSpec, type CheckSpec } from '../../../lib/domain/monitors/switch/check-spec.ts';
import { charge, type Action } from '../../../lib/flows/billing/charge.ts';
import { pay } from '../../../lib/flows/billing/pay.ts';
import { creationOf } from '../../../lib/flows/monitors/monitor-creation.ts';
import { movedSlugItems } from '../../../lib/flows/monitors/moved-slug.ts';
import { checkOf, listOwnChecks, namedBy, type OwnCheck } from '../../../lib/flows/monitors/own-checks.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf, ownerNow } from '../../../lib/runtime/current-owner.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { unableToPay, updatedCheck } from './change-check.ts';
import { channelsWanted } from './channels-wanted.ts';
import { showingChecks, versionOf, type Asked } from './show-check.ts';

export const createCheck: Handle<typeof catalogue.createCheck> = async (ctx, { body, headers }) => {
  const spec = valueOrRefusal(readSpec(body, ctx.now));
  const asked = { spec, headers, show: await showingChecks(ctx, headers) };
  for (let tries = TRIES; ; tries -= 1) {
    const made = await createdOrKnown(ctx, asked);
    if (made instanceof Result) return made;
    try {
      return await updatedCheck(ctx, made.uuid, asked);
    } catch (error) {
      // It was deleted since it was found: then there is none like it.
      if (tries <= 1 || !(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }
};

const TRIES = 3;

interface AskedCheck {
  spec: CheckSpec;
  headers: Asked;
  show: Awaited<ReturnType<typeof showingChecks>>;
}

/** The check that is made, or the one there is that `unique` means. */
function createdOrKnown(ctx: Ctx<'owner'>, { spec, headers, show }: AskedCheck) {
  // One of version 4 even so, since some programs take no other.
  const id = idOfUuid(newUuid());
  return charge<OwnCheck, Result<CheckView> | OwnCheck>(
    (quote, owned) => pay(unableToPay(ctx), quote, owned),
    async (conflict) => {
      const alone = isOneOfAKind(spec);
      const owner = alone
        ? await ownerNow(ctx.table, ctx.caller.owner)
        : await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const known = alone ? await checkLike(ctx, owner, spec) : undefined;
      return known ? { done: known } : creation(ctx, owner, { id, spec, headers, alone });
    },
    async ({ result }, write) =>
      write === null ? result : ctx.commit(new Result(show(result), { status: 201 }), write),
  );
}

/** Whether `unique` names anything, and all that it names was sent. */
function isOneOfAKind({ unique = [], ...spec }: CheckSpec): boolean {
  return unique.length > 0 && unique.every((name) => spec[name] !== undefined);
}

/** The first check that has what `unique` names. No threshold is one: a job that was taken for it would ping what hears no pings. */
async function checkLike(ctx: Ctx<'owner'>, owner: Owner, spec: CheckSpec): Promise<OwnCheck | undefined> {
  const checks = await listOwnChecks(ctx, owner.spaces);
  return checks.find(
    ({ monitor, fields }) =>
      !isThreshold(monitor) && spec.unique?.every((name) => fields[name] === spec[name]),
  );
}

async function creation(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { id, spec, headers, alone }: Omit<AskedCheck, 'show'> & { id: string; alone: boolean },
): Promise<Action<OwnCheck>> {
  const { fields, wanted } = valueOrRefusal(newCheck(spec, versionOf(headers), namedBy(id)));
  const settings = valueOrRefusal(newSettings(wanted, settingsRules(ctx)));
  const checkSlug = pingedSlug(fields.slug);
  const named = { asCheck: true, ...(checkSlug !== undefined && { checkSlug }) } as const;
  const identity = { id, spaceId: homeOf(owner), slug: null, ...named };
  const usesChannels = await channelsWanted(ctx, owner, spec.channels, { ...settings, ...identity });
  const chosen = { ...settings, usesChannels: usesChannels ?? settings.usesChannels };
  const monitor = newMonitor(identity, chosen, ctx.now);
  const slugs = await movedSlugItems(ctx.table, owner.spaces, { id, after: checkSlug });
  const besides = [checkFieldsItem(ctx.table, id, fields), ...slugs];
  const action = await creationOf(ctx, owner, { monitor, besides, alone });
  return { ...action, result: checkOf(action.result.monitor, fields) };
}
