import { ownerOfSpace } from '../../data/owners.ts';
import type { AlertContent } from '../../domain/alert/alert-content.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import { pauseLinkUntil } from '../../domain/monitor/pause.ts';
import { listPageOf, pageOf, type Told } from '../../render/alert/told.ts';
import { urlsOf } from '../../runtime/config.ts';
import { pauseToken } from '../../runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/**
 * Alerts of one owner, in the same order, with what their readers get beside the facts: the owner's clock, and where to go on.
 * `monitor` is that of one of them. An alert that goes out alone brings a link that pauses its monitor.
 */
export async function forReader(
  deps: NotifierDeps,
  contents: readonly AlertContent[],
  monitor: Monitor,
): Promise<Told[]> {
  const owner = await ownerOfSpace(deps.table, monitor.spaceId);
  const { base } = urlsOf(deps.config);
  const secret = await deps.secret();
  const [only, ...others] = contents;
  const isPausable = only?.kind === 'miss' && only.monitorId === monitor.id && others.length === 0;
  const pauseUrl =
    owner && isPausable
      ? `${base}/pause/${pauseToken(secret, owner.id, monitor, pauseLinkUntil(only.decidedAt))}`
      : null;
  const shared = {
    zone: owner?.kind === 'account' ? owner.profile.timeZone : 'UTC',
    listUrl: listPageOf(base),
    pauseUrl,
  };
  return contents.map((content) => ({ ...content, reader: { ...shared, url: pageOf(base, content) } }));
}
