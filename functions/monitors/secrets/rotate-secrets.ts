import { newMonitorId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { stillOwnedItem } from '../../../lib/data/accounts/owner-counters.ts';
import { pastLivesItems } from '../../../lib/data/monitors/name-history.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { settingsItems } from '../../../lib/data/monitors/settings-writes.ts';
import { transact } from '../../../lib/data/table.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import {
  SECRET_OVERLAP_MS,
  withNewPingUrl,
  withNewReadToken,
  withNewWebhookSecret,
} from '../../../lib/domain/monitors/rotation.ts';
import type { RotationKind } from '../../../lib/domain/monitors/settings/settings-change.ts';
import { authorOf } from '../../../lib/flows/change-author.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { mailsSomebody } from '../../../lib/flows/alerts/address-consents.ts';
import { judgedNow } from '../../../lib/flows/monitors/detect-outages.ts';
import { monitorOfOwner, noSuchMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { monitorView } from '../../../lib/render/monitors/monitor-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result, type DerivedFrom } from '../../../lib/runtime/result.ts';
import { forOwner, ownersSecrets, secretsSource } from '../owner-view.ts';

export const rotateMonitor: Handle<typeof catalogue.rotateMonitor> = (ctx, { params }) =>
  rotated(ctx, params.id, {
    way: 'ping_url_rotated',
    change: (monitor) => {
      if (!monitor.active) throw noSuchMonitor();
      return withNewPingUrl(monitor, newMonitorId());
    },
    bodyOf: async (_from, monitor) => {
      const [judged = monitor] = await judgedNow(ctx, [monitor], ctx.now);
      const alertToConsented = await mailsSomebody(ctx.table, monitor);
      const view = monitorView(judged, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConsented });
      return { ...view, ...(await forOwner(ctx, monitor)) };
    },
  });

export const rotateReadToken: Handle<typeof catalogue.rotateReadToken> = (ctx, { params }) =>
  rotated(ctx, params.id, {
    way: 'read_token_rotated',
    change: withNewReadToken,
    bodyOf: (from) => readTokenSecrets(ctx, from),
  });

export const rotateWebhookSecret: Handle<typeof catalogue.rotateWebhookSecret> = (ctx, { params }) =>
  rotated(ctx, params.id, {
    way: 'webhook_secret_rotated',
    change: (monitor) => withNewWebhookSecret(monitor, ctx.now),
    bodyOf: async (from) => ({
      ...(await webhookSecrets(ctx, from)),
      previous_until: isoOf(ctx.now + SECRET_OVERLAP_MS),
    }),
  });

/** The secrets of an answer once more. */
export async function readTokenSecrets(ctx: Ctx<'owner'>, from: DerivedFrom) {
  const { token, status_url, events_url } = await ownersSecrets(ctx, from);
  return { token, status_url, events_url };
}

export async function webhookSecrets(ctx: Ctx<'owner'>, from: DerivedFrom) {
  const { webhook_secret } = await ownersSecrets(ctx, from);
  return { webhook_secret };
}

interface Rotation<B> {
  way: RotationKind;
  change: (monitor: Monitor) => Monitor;
  bodyOf: (from: DerivedFrom, after: Monitor) => Promise<B>;
}

/** A deleted monitor as well: its read token shows it for 30 days. */
function rotated<B>(ctx: Ctx<'owner'>, id: string, { way, change, bodyOf }: Rotation<B>): Promise<Result<B>> {
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await monitorOfOwner(ctx, id, owner);
    const after = change(before);
    const derivedFrom = secretsSource(after);
    const items = [
      ...settingsItems(ctx.table, { before, after }, { ...authorOf(ctx), way }),
      // What a deleted one left to the next of its name would bring the old secret back.
      ...(after.deactivatedAt === null ? [] : pastLivesItems(ctx.table, after, after.deactivatedAt)),
      stillOwnedItem(ctx.table, { ownerId: owner.id, spaceId: before.spaceId }),
    ];
    return ctx.commit(new Result(await bodyOf(derivedFrom, after), { derivedFrom }), (rows) =>
      transact(ctx.table, [...items, ...rows]),
    );
  });
}
