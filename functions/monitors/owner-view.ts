import type { MonitorSecret, MonitorView } from '../../lib/contract/monitors/monitor-output.ts';
import { getIdentityPings } from '../../lib/data/monitors/identity-pings.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { channelsFor, type OwnerChannel } from '../../lib/domain/alerts/owner-channel.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { identityCommands } from '../../lib/render/monitors/identity-commands.ts';
import { ingestUrlOf } from '../../lib/render/monitors/monitor-view.ts';
import { templatesFor } from '../../lib/render/monitors/templates.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { monitorReadToken, webhookSecret } from '../../lib/runtime/derived-secrets.ts';
import type { DerivedFrom } from '../../lib/runtime/result.ts';

type OwnersFields = Required<
  Pick<MonitorView, 'token' | 'status_url' | 'events_url' | 'curl_example' | 'templates' | 'webhook_secret'>
>;

/** What a monitor shows to its owner alone (SPEC.md "Monitor"): never to a holder of the read token, nor in a list. */
export async function forOwner(
  ctx: Pick<Ctx, 'config' | 'origins' | 'secret' | 'table'>,
  monitor: Monitor,
): Promise<OwnersFields> {
  const { base, ingest } = ctx.origins;
  const templates = {
    ...templatesFor({ base, ingestUrl: ingestUrlOf(ingest, shownIdOf(monitor)), monitor }),
    ...(await identityTemplates(ctx, monitor)),
  };
  const secrets = await ownersSecrets(ctx, secretsSource(monitor));
  return { ...secrets, curl_example: templates.ingest_curl, templates };
}

/** How it is pinged by identity: where the deployment takes such pings, and takes them for its space. */
async function identityTemplates(
  { config: { identityPings: ways }, table }: Pick<Ctx, 'config' | 'table'>,
  monitor: Monitor,
) {
  if (ways === null) return {};
  const { reachedAt } = await getIdentityPings(table, monitor.spaceId, { consistent: false });
  if (reachedAt === null) return {};
  return identityCommands(ways, monitor.slug === null ? { id: shownIdOf(monitor) } : { slug: monitor.slug });
}

/** Who of the channels of its owner speaks for it: by the monitor's own fields alone nobody may. */
export function channelsShown(
  channels: readonly OwnerChannel[],
  owner: Owner,
  monitor: Monitor | undefined,
): Pick<MonitorView, 'channel_ids'> {
  const speaking = monitor ? channelsFor(channels, monitor, owner.spaces[0]) : [];
  return { channel_ids: speaking.map(({ id }) => id) };
}

/** What the secrets in it are derived from. */
export function secretsSource(monitor: Monitor): DerivedFrom {
  const { id: monitorId, idTail, spaceId, tokenVersion, webhookSecretVersion } = monitor;
  return { monitorId, idTail, spaceId, tokenVersion, webhookSecretVersion };
}

/** The secrets in it. */
export async function ownersSecrets(
  ctx: Pick<Ctx, 'origins' | 'secret'>,
  from: DerivedFrom,
): Promise<Record<MonitorSecret, string>> {
  const { monitorId = '', idTail = null, spaceId, tokenVersion = 1, webhookSecretVersion = 1 } = from;
  const secret = await ctx.secret();
  const token = monitorReadToken(secret, monitorId, tokenVersion);
  const url = `${ctx.origins.base}/api/endpoints/${shownIdOf({ id: monitorId, idTail })}`;
  return {
    token,
    status_url: `${url}?token=${token}`,
    events_url: `${url}/events?token=${token}`,
    webhook_secret: webhookSecret(secret, { id: monitorId, spaceId }, webhookSecretVersion),
  };
}
