import { hashOf } from '../../lib/adapters/ids.ts';
import type { Item } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

/**
 * The history of incidents is what the alerts told: one record of each incident, closed by its recovery or by the
 * deletion of its monitor, one place in the list of its space, and months that add up to the records of their life.
 */
export function historyTrue(facts: Facts, holdings: Holdings): string[] {
  return [...heldUp(facts), ...untrue(holdings)];
}

/** Where nothing but the history takes nothing, no check fails for it. */
function heldUp({ plan, checks }: Facts): string[] {
  if (plan !== 'history') return [];
  const failed = checks.flatMap(({ call }) => (call.ending?.how === 'done' ? call.ending.value.failed : 0));
  return failed.some((count) => count > 0) ? ['a check failed since the history took nothing'] : [];
}

function untrue(holdings: Holdings): string[] {
  const ids = new Set([...holdings.alerts.keys(), ...holdings.incidents.keys(), ...holdings.months.keys()]);
  return [...ids].flatMap((id) =>
    [
      ...recordFaults(holdings, id),
      ...placeFaults(holdings, id),
      ...monthFaults(holdings, id),
      ...dayFaults(holdings, id),
    ].map((fault) => `${id}: ${fault}`),
  );
}

const numberOf = (record: Item) => Number(String(record['sk']).slice('INC#'.length));

function recordFaults(holdings: Holdings, id: string): string[] {
  const records = holdings.incidents.get(id) ?? [];
  const about = (holdings.alerts.get(id) ?? []).filter(
    ({ content }) => content.kind === 'miss' || content.kind === 'recovery',
  );
  const told = Map.groupBy(about, ({ content }) => content.incident);
  const untold = records.filter((record) => !told.has(numberOf(record)));
  const faults = untold.map((record) => `incident ${numberOf(record)} is in the history and was never told`);
  const open = holdings.monitors.get(id)?.incident?.number;
  for (const [number, alerts] of told) {
    const record = records.find((each) => numberOf(each) === number);
    const differing = record ? difference(record, alerts, number === open) : 'is not in the history';
    if (differing) faults.push(`incident ${number} ${differing}`);
  }
  return faults;
}

/** In what a record is not what the alerts of its incident say. */
function difference(record: Item, alerts: readonly Alert[], isOpen: boolean): string | undefined {
  const misses = alerts.map(({ content }) => content).filter(({ kind }) => kind === 'miss');
  const first = misses.find(({ alertNumber }) => alertNumber === 1);
  const recovery = alerts.find(({ content }) => content.kind === 'recovery')?.content;
  const { reason, downSince, openedAt, closedAt, alerts: count } = record;
  if (first && (reason !== first.reason || downSince !== first.downSince || openedAt !== first.decidedAt))
    return `is not what its first alert told: ${JSON.stringify(record)}`;
  if (count !== Math.max(...misses.map(({ alertNumber }) => alertNumber)))
    return `counts ${String(count)} alerts`;
  if (recovery && closedAt !== recovery.recoveredAt)
    return `is closed at ${String(closedAt)}, and recovered at ${recovery.recoveredAt}`;
  if (isOpen !== (closedAt === undefined)) return isOpen ? 'goes on and is closed' : 'is over and still open';
  return undefined;
}

function placeFaults(holdings: Holdings, id: string): string[] {
  const places = holdings.incidentPlaces
    .map(({ pk, sk }) => [...String(pk).split('#').slice(1, 2), ...String(sk).split('#')])
    .filter(([, , , monitorId]) => monitorId === id)
    .map(([space, state, downSince, , number]) => `${space} ${state} ${Number(downSince)} ${Number(number)}`);
  const due = (holdings.incidents.get(id) ?? []).map((record) => {
    const state = record['closedAt'] === undefined ? 'OPEN' : 'CLOSED';
    return `${String(record['spaceId'])} ${state} ${Number(record['downSince'])} ${numberOf(record)}`;
  });
  return places.toSorted().join() === due.toSorted().join()
    ? []
    : [`its incidents are listed as ${places.join()}, not as ${due.join()}`];
}

const lifeOf = (month: Item) => Number(String(month['sk']).split('#')[1]);
const nameOf = (month: Item) => String(month['sk']).split('#')[2];

/** Each life of a monitor has months of its own. */
function monthFaults(holdings: Holdings, id: string): string[] {
  const closed = (holdings.incidents.get(id) ?? []).filter(({ closedAt }) => closedAt !== undefined);
  const byLife = Map.groupBy(holdings.months.get(id) ?? [], lifeOf);
  const lives = new Map([...byLife].map(([life, months]) => [life, { months, records: [] as Item[] }]));
  const faults: string[] = [];
  for (const record of closed) {
    const life = [...lives].find(([createdAt]) => isOfLife(holdings, { id, createdAt }, numberOf(record)));
    if (life) life[1].records.push(record);
    else faults.push(`incident ${numberOf(record)} is in no month of its life`);
  }
  return [...faults, ...[...lives.values()].flatMap(({ months, records }) => sumFaults(months, records))];
}

/** The id of an alert is that of its life. */
function isOfLife(
  { alerts }: Holdings,
  { id, createdAt }: { id: string; createdAt: number },
  number: number,
): boolean {
  return (alerts.get(id) ?? []).some(({ channel, content: { incident, alertNumber, kind, alertId } }) => {
    const told = [id, createdAt, incident, alertNumber, kind, channel].join('|');
    return incident === number && alertId === `msg_${hashOf(told).slice(0, 32)}`;
  });
}

/** The sums hold over all months of a life; which incident began in which is looked at month by month. */
function sumFaults(months: readonly Item[], closed: readonly Item[]): string[] {
  const sumOf = (name: string) => months.reduce((sum, month) => sum + Number(month[name] ?? 0), 0);
  const downMs = closed.reduce(
    (sum, record) => sum + Math.max(0, Number(record['closedAt']) - Number(record['downSince'])),
    0,
  );
  const faults: string[] = [];
  if (sumOf('incidents') !== closed.length)
    faults.push(`its months count ${sumOf('incidents')} incidents of ${closed.length}`);
  if (sumOf('downMs') !== downMs) faults.push(`its months were down ${sumOf('downMs')} ms of ${downMs}`);
  for (const month of months) {
    const begun = closed.filter(({ downSince }) =>
      new Date(Number(downSince)).toISOString().startsWith(`${nameOf(month)}-`),
    ).length;
    if (Number(month['incidents'] ?? 0) !== begun)
      faults.push(`${nameOf(month)} counts other incidents than began in it`);
  }
  return faults;
}

/**
 * The days of the statistics are what the events of their life say of those days, and none of the present life is left
 * out. A day is rolled up when it is over, so events of a later life are on later days.
 */
function dayFaults(holdings: Holdings, id: string): string[] {
  const monitor = holdings.monitors.get(id);
  const measured = (holdings.events.get(id) ?? []).filter(({ durationMs }) => durationMs !== undefined);
  const runsOf = (life: number, day: string) =>
    measured.filter(({ at }) => Number(at) >= life && new Date(Number(at)).toISOString().startsWith(day));
  const stored = (holdings.months.get(id) ?? []).flatMap((month) =>
    Object.entries(month)
      .filter(([name]) => /^d\d\d$/.test(name))
      .map(([name, figures]) => ({
        life: lifeOf(month),
        day: `${nameOf(month)}-${name.slice(1)}`,
        figures: figures as Item,
      })),
  );
  const faults = stored
    .filter(({ life, day, figures }) => !isSummaryOf(figures, runsOf(life, day)))
    .map(({ day, figures }) => `${day} is shown as ${JSON.stringify(figures)}`);
  const upTo = monitor?.rolledUpTo ?? '';
  const from = new Date(Math.max(Number(monitor?.createdAt), Date.parse(upTo) - 80 * 86_400_000));
  const ofThisLife = measured.filter(({ at }) => Number(at) >= Number(monitor?.createdAt));
  for (const day of new Set(ofThisLife.map(({ at }) => new Date(Number(at)).toISOString().slice(0, 10)))) {
    const isDue = upTo !== '' && day <= upTo && day >= from.toISOString().slice(0, 10);
    if (isDue && !stored.some((each) => each.life === monitor?.createdAt && each.day === day))
      faults.push(`${day} is rolled up and has no figures`);
  }
  return faults;
}

function isSummaryOf(figures: Item, events: readonly Item[]): boolean {
  const sorted = events.map(({ durationMs }) => Number(durationMs)).sort((a, b) => a - b);
  const atLeast = (share: number) =>
    sorted.find((each) => sorted.filter((other) => other <= each).length >= share * sorted.length);
  return (
    figures['runs'] === sorted.length &&
    figures['p50Ms'] === atLeast(0.5) &&
    figures['p95Ms'] === atLeast(0.95) &&
    figures['maxMs'] === sorted.at(-1)
  );
}
