import { slugMonitorId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { isStaged } from '../../lib/data/monitors/monitor-blocks.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import type { WriteConflict } from '../../lib/data/table.ts';
import {
  exactSettings,
  isSetTo,
  newSettings,
  type WantedSettings,
} from '../../lib/domain/monitors/settings/settings.ts';
import { sentName, type SentName } from '../../lib/domain/monitors/settings/slug.ts';
import { charge, type Decide } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { mailsSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { judgedNow } from '../../lib/flows/monitors/detect-outages.ts';
import { creationOf, type WrittenMonitor } from '../../lib/flows/monitors/monitor-creation.ts';
import { namedMonitor } from '../../lib/flows/monitors/slug-monitor.ts';
import { noSuchMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { settingsRules } from '../../lib/flows/monitors/settings-rules.ts';
import { jobNamesOf } from '../../lib/flows/accounts/space-token.ts';
import { monitorView } from '../../lib/render/monitors/monitor-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { changeOf } from './apply-patch.ts';
import { forOwner, secretsSource } from './owner-view.ts';
import { wantedOf } from './requested-settings.ts';

export const putMonitor: Handle<typeof catalogue.putMonitor> = async (ctx, { params, body }) => {
  const name = sentName(params.slug);
  if (name.slug === '')
    throw new Refusal('slug_invalido', 'slug must keep a letter or digit out of a-z 0-9.');
  const wanted = { ...wantedOf(body), name: body.name ?? name.slug };
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    (conflict) => putting(ctx, name, wanted, conflict),
    async ({ result: { monitor, consented, isNew }, ...cost }, write) => {
      const known = { ingestOrigin: ctx.origins.ingest, alertToConsented: consented };
      const [judged = monitor] = await judgedNow(ctx, [monitor], ctx.now);
      const view = { ...monitorView(judged, ctx.now, known), ...(await forOwner(ctx, monitor)) };
      const parts = { status: isNew ? 201 : 200, derivedFrom: secretsSource(monitor) } as const;
      return ctx.commit(charged(new Result(view, parts), cost), write);
    },
  );
};

type Put = WrittenMonitor & { isNew: boolean };

async function putting(
  ctx: Ctx<'owner'>,
  { slug, sentAs }: SentName,
  wanted: WantedSettings,
  conflict: WriteConflict | undefined,
): ReturnType<Decide<Put>> {
  const { table, now } = ctx;
  const rules = settingsRules(ctx);
  const owner = await decidingOwner(table, ctx.caller.owner, conflict);
  const names = await jobNamesOf(ctx, owner);
  const id = slugMonitorId(names.salt, slug);
  const seen = await getMonitor(table, id);
  // The name of a monitor whose space has become another's.
  if (seen && !owner.spaces.includes(seen.spaceId)) throw noSuchMonitor();
  if (!seen?.active) {
    const settings = valueOrRefusal(newSettings(wanted, rules));
    const identity = {
      id,
      spaceId: seen?.spaceId ?? names.spaceId,
      slug,
      ...(sentAs !== slug && { sentAs }),
    };
    const monitor = namedMonitor(identity, settings, { before: seen, now });
    const action = await creationOf(ctx, owner, { monitor, before: seen, besides: names.items });
    return { ...action, result: { ...action.result, isNew: true } };
  }
  if (await isStaged(table, seen))
    throw new Refusal('conflito', 'This name is being imported at this moment; repeat the call.');
  const settings = valueOrRefusal(exactSettings(seen, wanted, rules));
  if (isSetTo(seen, settings)) {
    return { done: { monitor: seen, consented: await mailsSomebody(table, seen), isNew: false } };
  }
  const action = await changeOf(ctx, owner, seen, {
    settings,
    namesAddress: settings.alertTo !== seen.alertTo,
  });
  return { ...action, result: { ...action.result, isNew: false } };
}
