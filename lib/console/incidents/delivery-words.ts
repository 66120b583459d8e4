import type { Output } from '../api/operations.ts';

type Delivery = Output<'getIncident'>['deliveries'][number];

/** Deliveries of an incident by the way that they went, each newest first as they came. */
export function byWay(deliveries: readonly Delivery[]): Delivery[][] {
  const ways = new Map<string, Delivery[]>();
  for (const each of deliveries) {
    const way = each.channel_id ?? each.channel;
    ways.set(way, [...(ways.get(way) ?? []), each]);
  }
  return [...ways.values()];
}

/** What came of the deliveries of one way: `told 3 times, told of its end`, or why nobody was. */
export function cameOf(deliveries: readonly Delivery[]): string {
  const alerts = deliveries.filter(({ kind }) => kind === 'miss');
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
