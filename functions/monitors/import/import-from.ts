import { peerMonitorId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { textOf, type Row } from '../../../lib/domain/monitors/switch/brought.ts';
import { PEER_EXPORTS, type PeerService } from '../../../lib/domain/monitors/switch/peers.ts';
import { ianaZone } from '../../../lib/domain/schedule/iana-zone.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { importBrought } from './brought-import.ts';

export const importUptimeKuma: Handle<typeof catalogue.importUptimeKuma> = async (ctx, { query, body }) =>
  importRows(ctx, query, { from: 'uptime-kuma', rows: body.monitors ?? body.monitorList });

/** A ping of Cronitor names the account too, by a key that its export does not have. */
export const importCronitor: Handle<typeof catalogue.importCronitor> = async (ctx, { query, body }) => {
  const { api_key, yaml } = body;
  if (yaml !== undefined && (body.monitors ?? body.jobs ?? body.heartbeats))
    throw new Refusal('corpo_invalido', 'yaml must come without monitors, jobs and heartbeats.');
  const { monitors, jobs, heartbeats, checks, sites } =
    yaml === undefined ? body : (await import('./cronitor-yaml.ts')).listsInYaml(yaml);
  const listed = Array.isArray(monitors) ? monitors : monitors?.monitors;
  const isThere = listed ?? jobs ?? heartbeats ?? checks ?? sites;
  const rows = [
    ...(listed ?? []),
    ...keyed(jobs, 'job'),
    ...keyed(heartbeats, 'heartbeat'),
    ...keyed(checks, 'check'),
    ...keyed(sites, 'site'),
  ];
  return importRows(ctx, query, {
    from: 'cronitor',
    rows: isThere && rows,
    tokenOf: (key) => `${api_key}/${key}`,
  });
};

export const importSnitch: Handle<typeof catalogue.importSnitch> = async (ctx, { query, body }) =>
  importRows(ctx, query, { from: 'snitch', rows: body.monitors });

interface Rows {
  from: PeerService;
  rows: readonly Row[] | undefined;
  /** What its pings name a monitor by, where that is not what its export does. */
  tokenOf?: (token: string) => string;
}

function importRows(
  ctx: Ctx<'owner'>,
  query: { apply?: string | undefined; tz?: string | undefined },
  { from, rows, tokenOf = (token) => token }: Rows,
) {
  if (rows === undefined || rows.length > LIMITS.importMaxMonitors) {
    const rule = `monitors must be a list of at most ${LIMITS.importMaxMonitors} objects, or be there as its export has them`;
    throw new Refusal('corpo_invalido', `${rule}; got ${rows?.length ?? 'nothing'}.`);
  }
  const { token, read } = PEER_EXPORTS[from];
  const tz = query.tz === undefined ? null : valueOrRefusal(ianaZone(query.tz));
  return importBrought(ctx, query, {
    entries: rows.map((row) => ({ name: textOf(row['name']) ?? '', read: read(row, { now: ctx.now, tz }) })),
    token,
    idOf: (text) => peerMonitorId(from, tokenOf(text)),
    shownAs: () => ({}),
  });
}

/** The monitors of a configuration, which has them by their keys. */
function keyed(monitors: Record<string, Row> = {}, type: string): Row[] {
  return Object.entries(monitors).map(([key, row]) => ({ name: key, ...row, key, type }));
}
