import { EVENT_PREFIX } from '../../lib/data/keys.ts';
import { withEventsApart } from '../../lib/data/monitors/ping-blocks.ts';
import type { Item } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';

/** The table at the end of a run, sorted into what it holds. */
export interface Holdings {
  monitors: Map<string, Item & Partial<Monitor>>;
  alerts: Map<string, (Item & Alert)[]>;
  events: Map<string, Item[]>;
  /** The history of incidents, by monitor, and the months it adds up to. */
  incidents: Map<string, Item[]>;
  months: Map<string, Item[]>;
  /** The change logs, by monitor. */
  changes: Map<string, Item[]>;
  /** The places in the lists of spaces: `state/monitor/number`, each with its list. */
  incidentPlaces: Item[];
  owners: Item[];
  spaces: Item[];
  rooms: Item[];
  maintenance: Item[];
  guestTokens: Item[];
  spaceTokens: Item[];
  /** Which monitors a space lists, by space. */
  listed: Map<string, string[]>;
  /** The single pointers, by monitor. */
  pointers: Map<string, Item>;
  blocks: Item[];
  consents: Item[];
}

const CANARYS_SPACE = 'service';

export function holdingsOf(all: readonly Item[]): Holdings {
  const canary = all.find((item) => item['spaceId'] === CANARYS_SPACE);
  const items = all.filter((item) => item['pk'] !== canary?.['pk']);
  const starting = (pk: string, sk: string) =>
    items.filter((item) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk));
  const ofMonitor = (item: Item) => String(item['pk']).slice('MON#'.length);
  const blocks = starting('SPACE#', 'MON#+');
  const pointers = starting('SPACE#', 'MON#').filter((item) => !blocks.includes(item));
  const listed = new Map<string, string[]>();
  const list = (space: string, ids: string[]) => listed.set(space, [...(listed.get(space) ?? []), ...ids]);
  for (const item of pointers) list(String(item['pk']).slice(6), [String(item['sk']).slice(4)]);
  for (const item of blocks) {
    if (item['state'] === 'committed') list(String(item['pk']).slice(6), item['ids'] as string[]);
  }
  return {
    monitors: new Map(
      starting('MON#', 'MON')
        .filter((item) => item['sk'] === 'MON')
        .map((item) => [ofMonitor(item), item as Item & Partial<Monitor>]),
    ),
    alerts: Map.groupBy(starting('MON#', 'AL#') as (Item & Alert)[], ofMonitor),
    events: historiesOf(starting('MON#', '')),
    incidents: Map.groupBy(starting('MON#', 'INC#'), ofMonitor),
    months: Map.groupBy(starting('MON#', 'MONTH#'), ofMonitor),
    changes: Map.groupBy(starting('MON#', 'CHG#'), ofMonitor),
    incidentPlaces: starting('INCIDENTS#', ''),
    owners: starting('OWNER#', 'OWNER'),
    spaces: starting('SPACE#', 'SPACE').filter(({ sk }) => sk === 'SPACE'),
    rooms: starting('SPACE#', 'SPACE+CHANNEL#'),
    maintenance: starting('SPACE#', 'SPACE+MAINTENANCE'),
    guestTokens: starting('GUEST#', ''),
    spaceTokens: [...starting('INGEST#', ''), ...starting('FEED#', '')],
    listed,
    pointers: new Map(pointers.map((item) => [String(item['sk']).slice(4), item])),
    blocks,
    consents: starting('SPACE#', 'MAIL#'),
  };
}

/** The events of each monitor, each once, as if each were an item of its own: those of lists and blocks as well. */
function historiesOf(items: readonly Item[]): Map<string, Item[]> {
  const events = new Map<string, Item>();
  for (const event of items.flatMap(withEventsApart))
    if (String(event['sk']).startsWith(EVENT_PREFIX))
      events.set(`${String(event['pk'])} ${String(event['sk'])}`, event);
  return Map.groupBy([...events.values()], ({ pk }) => String(pk).slice('MON#'.length));
}

/** An incident as the webhook's alerts tell it, and those that only a corrected mailbox was told. */
export interface ToldIncident {
  number: number;
  reason: string;
  downSince: number;
  firstAt: number;
  /** Place of the transaction that opened it. */
  openedSeq: number;
  recoveredAt: number | null;
  misses: Alert[];
  recoveries: Alert[];
}

/** The incidents of a monitor by one channel of its ledger, in order. */
export function incidentsOf(
  alerts: readonly (Item & Alert)[],
  channel: Alert['channel'],
  seqOf: (key: string) => number,
): ToldIncident[] {
  const ofJob = alerts.filter(({ content }) => content.kind === 'miss' || content.kind === 'recovery');
  const told = ofJob.filter((alert) => alert.channel === channel);
  const placeOf = ({ content, createdAt }: Alert) =>
    [content.kind, content.incident, content.alertNumber, createdAt].join(' ');
  const places = new Set(told.map(placeOf));
  // What several channels told that lead elsewhere, or were told nothing before a pause, is one alert.
  const elsewhere = ofJob.filter(
    (alert) => alert.content.toElsewhere === true && !places.has(placeOf(alert)),
  );
  const mine = [...told, ...elsewhere];
  const byNumber = Map.groupBy(mine, (alert) => alert.content.incident);
  return [...byNumber.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, told]) => {
      const misses = told.filter((alert) => alert.content.kind === 'miss');
      const recoveries = told.filter((alert) => alert.content.kind === 'recovery');
      const first = misses.toSorted((a, b) => a.content.alertNumber - b.content.alertNumber)[0];
      if (!first) return [];
      return [
        {
          number,
          reason: first.content.reason,
          downSince: first.content.downSince,
          firstAt: first.content.decidedAt,
          openedSeq: seqOf(`${String(first['pk' as never])}/${first.sk}`),
          recoveredAt: recoveries[0]?.content.recoveredAt ?? null,
          misses,
          recoveries,
        },
      ];
    });
}
