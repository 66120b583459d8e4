import { PAY_TO } from './billing.ts';
import { slotsOf, type Till } from './till.ts';
import type { Person, Reply } from '../service/service.ts';
import { wholeTable } from '../table/whole-table.ts';

/** Longer than any lease or window of a payment. */
const PAST_ALL_SEC = 420;

/** Everybody whom the till asks is well again. */
export function heal(till: Till): void {
  till.facilitator.verifyWays = {};
  till.facilitator.settleWays = {};
  till.node.ways = {};
}

/** The payments in the table, as they are stored. */
export async function paymentRows({ service }: Pick<Till, 'service'>): Promise<Record<string, unknown>[]> {
  return wholeTable(service, 'PAYMENT');
}

/** Repeats a call that pays until it is done or refused for good, with time and checks between. */
export async function repeated(
  { service }: Pick<Till, 'service'>,
  call: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await call();
  for (const waitSec of [40, 60, PAST_ALL_SEC]) {
    if (reply.status < 500) return reply;
    service.clock.advance(waitSec);
    await service.check();
    reply = await call();
  }
  return reply;
}

/** What is there in the end, once everybody is well and has looked: all in millionths of a dollar. */
export async function booksOf(till: Till, person: Pick<Person, 'call'>, wallet: string) {
  const rowsNow = async () => (await paymentRows(till)).filter(({ pk }) => String(pk).includes(wallet));
  if ((await rowsNow()).some(({ state }) => state === 'held')) {
    till.service.clock.advance(PAST_ALL_SEC);
    await till.service.check();
  }
  const slots = await slotsOf(person);
  const { json } = await person.call('GET', '/api/purchases');
  const purchases = json['purchases'] as { total_usd: number }[];
  const rows = await rowsNow();
  return {
    received: Number(till.chain.paidTo(PAY_TO, wallet)),
    granted:
      100_000 * ((slots['endpoints'] ?? 0) + (slots['email_alerts'] ?? 0)) +
      50_000 * (slots['fast_intervals'] ?? 0),
    purchased: Math.round(1e6 * purchases.reduce((sum, each) => sum + each.total_usd, 0)),
    states: rows.map(({ state }) => state),
    kept: rows.filter(({ sent, asked }) => sent !== undefined || asked !== undefined).length,
  };
}
