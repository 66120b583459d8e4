import { peerMonitorId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { textOf, type Row } from '../../../lib/domain/monitors/switch/brought.ts';
import { PEER_EXPORTS } from '../../../lib/domain/monitors/switch/peers.ts';
import { ianaZone } from '../../../lib/domain/schedule/iana-zone.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Handle, Input } from '../../../lib/runtime/context.ts';
import { importBrought } from './brought-import.ts';

type Body = Input<typeof catalogue.importFrom>['body'];

export const importFrom: Handle<typeof catalogue.importFrom> = async (
  ctx,
  { params: { from }, query, body },
) => {
  const { token, read } = PEER_EXPORTS[from];
  const beside = { now: ctx.now, tz: query.tz === undefined ? null : valueOrRefusal(ianaZone(query.tz)) };
  const entries = rowsOf(body).map((row) => ({ name: textOf(row['name']) ?? '', read: read(row, beside) }));
  // A ping of Cronitor names the account too, which its export does not.
  const before = from === 'cronitor' ? `${apiKeyOf(body)}/` : '';
  return importBrought(ctx, query, {
    entries,
    token,
    idOf: (text) => peerMonitorId(from, before + text),
    shownAs: () => ({}),
  });
};

/** The entries of an export in any of its forms. */
function rowsOf({ monitors, monitorList, jobs, heartbeats, checks, sites }: Body): Row[] {
  const rows = [
    ...((Array.isArray(monitors) ? monitors : monitors?.monitors) ?? []),
    ...(monitorList ?? []),
    ...keyed(jobs, 'job'),
    ...keyed(heartbeats, 'heartbeat'),
    ...keyed(checks, 'check'),
    ...keyed(sites, 'site'),
  ];
  const isThere = monitors ?? monitorList ?? jobs ?? heartbeats;
  if (isThere !== undefined && rows.length <= LIMITS.importMaxMonitors) return rows;
  const rule = `a list of at most ${LIMITS.importMaxMonitors} objects, or monitorList, jobs and heartbeats as an export has them`;
  throw new Refusal('corpo_invalido', `monitors must be ${rule}; got ${isThere ? rows.length : 'nothing'}.`);
}

function keyed(monitors: Record<string, Row> = {}, type: string): Row[] {
  return Object.entries(monitors).map(([key, row]) => ({ name: key, ...row, key, type }));
}

function apiKeyOf({ api_key }: Body): string {
  if (api_key !== undefined) return api_key;
  throw new Refusal(
    'corpo_invalido',
    'api_key is required: the key in the ping URLs of your jobs, without which nobody can tell whose they are.',
  );
}
