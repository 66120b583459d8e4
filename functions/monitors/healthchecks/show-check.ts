import { hashOf } from '../../../lib/adapters/ids.ts';
import { CHECKS_PATH, CHECKS_VERSION } from '../../../lib/contract/monitors/checks-paths.ts';
import { HEALTHCHECKS_PATH } from '../../../lib/contract/monitors/ping-paths.ts';
import { listOwnerChannels } from '../../../lib/data/alerts/owner-channels.ts';
import { channelsFor, type OwnerChannel } from '../../../lib/domain/alerts/owner-channel.ts';
import { uuidOfHex } from '../../../lib/domain/monitors/check-uuid.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import { uniqueKeyOf, type OwnCheck } from '../../../lib/flows/monitors/own-checks.ts';
import type { CheckView } from '../../../lib/contract/monitors/checks.ts';
import { checkView } from '../../../lib/render/monitors/check-view.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import { isReader } from '../../../lib/runtime/callers/authenticate.ts';
import { badgeUuid } from '../../../lib/runtime/check-badges.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** The headers of a call, of which one says which version was asked. */
export type Asked = Partial<Record<typeof CHECKS_VERSION, string>>;

export const versionOf = (headers: Asked): string => headers[CHECKS_VERSION] ?? '3';

/** How checks are shown to their owner. */
export async function showingChecks(
  ctx: Ctx<'owner'>,
  headers: Asked,
): Promise<(check: OwnCheck) => CheckView> {
  const { now, origins } = ctx;
  const { spaces } = ctx.caller.owner;
  const version = versionOf(headers);
  const readsOnly = isReader(ctx.caller);
  const [secret, channels] = await Promise.all([
    ctx.secret(),
    readsOnly ? [] : listOwnerChannels(ctx.table, spaces),
  ]);
  const forWriters = (check: OwnCheck) => {
    const { monitor, uuid } = check;
    const url = checkUrlOf(origins.base, version, uuid);
    return {
      uuid,
      ping_url: pingUrlOf(origins.ingest, check),
      update_url: url,
      pause_url: `${url}/pause`,
      resume_url: `${url}/resume`,
      channels: uuidsOf(channelsFor(channels, monitor, spaces[0])),
    };
  };
  return (check) => {
    const { monitor, uuid } = check;
    return checkView(check, {
      now,
      version,
      badgeUrl: `${origins.base}/badge/${badgeUuid(secret, monitor.id)}/2.svg`,
      named: readsOnly ? { unique_key: uniqueKeyOf(uuid) } : forWriters(check),
    });
  };
}

/** A ping URL that was rotated is no UUID any more. */
function pingUrlOf(ingest: string, { monitor, uuid }: OwnCheck): string {
  return monitor.idTail === null
    ? `${ingest}${HEALTHCHECKS_PATH}/${uuid}`
    : ingestUrlOf(ingest, shownIdOf(monitor));
}

export function checkUrlOf(base: string, version: string, uuid: string): string {
  return `${base}${CHECKS_PATH.replace(/3$/, version)}/checks/${uuid}`;
}

function uuidsOf(channels: readonly OwnerChannel[]): string {
  return channels
    .map(({ id }) => channelUuidOf(id))
    .sort()
    .join(',');
}

/** Programs take the id of a channel for a UUID. */
export function channelUuidOf(id: string): string {
  const hex = hashOf(id);
  return uuidOfHex(`${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17, 32)}`);
}
