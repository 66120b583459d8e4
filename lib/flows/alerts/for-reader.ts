import { ownerOfSpace, ownZoneOf } from '../../data/owners.ts';
import type { AlertContent } from '../../domain/alerts/alert-content.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { pauseLinkUntil } from '../../domain/monitors/pause.ts';
import { listPageOf, toldPageOf, type Told } from '../../render/alerts/told.ts';
import { urlsOf } from '../../config/config.ts';
import { pauseToken } from '../../runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/**
 * Alerts of one owner, in the same order, with what their readers get beside the facts: the owner's clock, and where to go on.
 * `monitor` is that of one of them; what is wrong with it has a link that pauses it. An owner that cannot be read keeps no
 * alert back: it goes without that link, on UTC.
 */
export async function forReader(
  deps: Pick<NotifierDeps, 'table' | 'clock' | 'config' | 'secret' | 'log'>,
  contents: readonly AlertContent[],
  monitor: Monitor,
): Promise<Told[]> {
  const owner = await ownerOfSpace(deps.table, monitor.spaceId).catch((error: unknown) =>
    deps.log.error('reader_unknown', error),
  );
  const { base } = urlsOf(deps.config);
  const secret = await deps.secret();
  const now = deps.clock.now();
  const zone = owner ? ownZoneOf(owner) : 'UTC';
  const pauseUrlOf = ({ kind, monitorId, decidedAt }: AlertContent) =>
    owner && kind === 'miss' && monitorId === monitor.id
      ? `${base}/pause/${pauseToken(secret, owner.id, monitor, pauseLinkUntil(decidedAt, now))}`
      : null;
  return contents.map((content) => {
    const links = {
      url: toldPageOf(base, content),
      listUrl: listPageOf(base),
      pauseUrl: pauseUrlOf(content),
    };
    return { ...content, reader: { zone, ...links } };
  });
}
