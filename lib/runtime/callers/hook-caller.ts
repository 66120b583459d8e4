import { sameText } from '../../adapters/ids.ts';
import { getMonitor } from '../../data/monitors/monitors.ts';
import { readShownId } from '../../domain/monitors/monitor-id.ts';
import { hasTail } from '../../data/monitors/public-monitor-id.ts';
import type { HookCaller } from '../context.ts';
import type { ApiDeps } from '../deps.ts';
import { monitorReadToken } from '../derived-secrets.ts';

/**
 * Who holds the read token of the monitor of a path. Which version of it is good stands on the monitor, so that is read
 * here, and not again by the operation. A token of no monitor is told from a wrong one as little as ever.
 */
export async function hookCaller(
  deps: Pick<ApiDeps, 'table' | 'secret'>,
  token: string,
  { id }: Readonly<Record<string, string>>,
): Promise<HookCaller | undefined> {
  const shown = id === undefined ? undefined : readShownId(id);
  if (id === undefined || shown === undefined) return undefined;
  const [secret, read] = await Promise.all([deps.secret(), getMonitor(deps.table, shown.id)]);
  const isOurs = sameText(token, monitorReadToken(secret, shown.id, read?.tokenVersion ?? 1));
  const monitor = read && hasTail(read, shown) ? read : undefined;
  return isOurs ? { kind: 'hook', monitorId: id, monitor } : undefined;
}
