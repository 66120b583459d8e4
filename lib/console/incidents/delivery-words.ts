import type { Output } from '../api/operations.ts';

type Delivery = Output<'getIncident'>['deliveries'][number];

/** Deliveries of a monitor by what they tell: an incident, or what one moment had to tell beside; newest first as they came. */
export function byCause(deliveries: readonly Delivery[]): Delivery[][] {
  return grouped(deliveries, (each) => (isOfIncident(each) ? each.incident : each.kind + each.created_at));
}

export const isOfIncident = ({ kind }: Delivery): boolean => kind === 'miss' || kind === 'recovery';

/** Deliveries of an incident by the way that they went, each newest first as they came. */
export function byWay(deliveries: readonly Delivery[]): Delivery[][] {
  return grouped(deliveries, ({ channel_id: id, channel }) => id ?? channel);
}

function grouped(deliveries: readonly Delivery[], keyOf: (each: Delivery) => string | number): Delivery[][] {
  const groups = new Map<string | number, Delivery[]>();
  for (const each of deliveries) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups.values()];
}

/** What came of the deliveries of one way: `told 3 times, told of its end`, or why nobody was. */
export function cameOf(deliveries: readonly Delivery[]): string {
  const alerts = deliveries.filter(({ kind }) => kind !== 'recovery');
  const told = alerts.filter(({ state }) => state === 'sent').length;
  const isEndTold = deliveries.some(({ kind, state }) => kind === 'recovery' && state === 'sent');
  const [last = deliveries[0]] = alerts;
  return [
    told > 0 && (told === 1 ? 'notified once' : `notified ${told} times`),
    isEndTold && 'recovery sent',
    last && last.state !== 'sent' && whyNot(last),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether a way reached nobody, and nothing is on its way there. */
export const isMissed = (deliveries: readonly Delivery[]): boolean =>
  deliveries.every(({ state }) => state !== 'sent' && state !== 'pending');

/** Whether an address is to agree before anything is mailed there. */
export const isUnagreed = (deliveries: readonly Delivery[]): boolean =>
  deliveries.some(({ attempts }) => attempts.at(-1)?.outcome === 'not_confirmed');

function whyNot({ state, attempts }: Delivery): string {
  const tried = attempts.at(-1);
  if (tried?.outcome === 'not_confirmed') return 'has not confirmed';
  const detail = tried === undefined ? '' : `: ${tried.detail}`;
  return `${STATES[state] ?? 'not notified'}${detail}`;
}

const STATES: Partial<Record<Delivery['state'], string>> = {
  pending: 'on its way',
  failed: 'failed',
  superseded: 'replaced by a newer alert',
};
