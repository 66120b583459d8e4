import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDayCounts } from '../../../lib/data/statistics/day-counts.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import { added } from '../../../lib/domain/statistics/counted.ts';
import { takingsIn } from '../../../lib/domain/statistics/takings.ts';
import { PAY_TO } from '../../support/money/billing.ts';
import { activeOf, deeds, RandomPayers } from '../../support/money/random-payers.ts';
import { START_AT, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { startTill } from '../../support/money/till.ts';
import { rounds } from '../../support/thorough.ts';
import type { Wallet } from '../../support/money/wallet.ts';

const till = shared(startTill);

const paidBy = ({ address }: Wallet) => till.chain.paidTo(PAY_TO, address);
const PRICES: Record<string, number> = { endpoints: 100_000, fast_intervals: 50_000, email_alerts: 100_000 };
const worth = (slots: Record<string, number>) =>
  Object.entries(slots).reduce((sum, [of, count]) => sum + count * (PRICES[of] ?? Number.NaN), 0);

/** What an owner has been given and uses, each by its own books. */
async function booksOf(guest: Pick<Person, 'call'>) {
  const { json } = await guest.call('GET', '/api/billing');
  const { slots, ...usage } = json['usage'];
  const purchases = (await guest.call('GET', '/api/purchases?limit=100')).json['purchases'];
  const active = await activeOf(guest);
  return {
    granted: worth(slots),
    purchased: Math.round(
      1e6 * purchases.reduce((sum: number, each: { total_usd: number }) => sum + each.total_usd, 0),
    ),
    counted: [usage.endpoints, usage.fast_intervals],
    used: [active.length, active.filter(({ interval_sec: sec }) => sec < 90).length],
    isWithin: active.length <= 1 + slots.endpoints && usage.fast_intervals <= slots.fast_intervals,
  };
}

/** What the statistics say came in, on all days. */
async function takings(): Promise<number> {
  const { table, clock } = till.service.core;
  const days = await readDayCounts(table, dayOf(START_AT), dayOf(clock.now()));
  return takingsIn(added(days.map(({ counts }) => counts)), 'base-sepolia').micros;
}

it(
  'whatever happens, all that is received is given, once, and nothing else is',
  { timeout: rounds(60_000, 600_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        const payers = await RandomPayers.at(till);
        for (const deed of all) await payers.do(deed);
        await payers.end();

        let given = 0;
        for (const guest of [...payers.guests, ...payers.accounts]) {
          const { granted, purchased, counted, used, isWithin } = await booksOf(guest);
          expect({ purchased, counted, isWithin }).toEqual({
            purchased: granted,
            counted: used,
            isWithin: true,
          });
          given += granted;
        }
        // Of all together: whoever holds a payment that is not reserved yet may spend it.
        expect(given).toBe(Number(payers.signed.reduce((sum, { wallet }) => sum + paidBy(wallet), 0n)));
        for (const { wallet, amount } of payers.signed) expect([0n, amount]).toContain(paidBy(wallet));
        expect(await takings()).toBe(Number(till.chain.paidTo(PAY_TO)));
        const rows = await Promise.all(payers.signed.map((signed) => payers.rowOf(signed)));
        expect(rows.filter((row) => row?.state === 'held' || row?.sent)).toEqual([]);
      }),
      { numRuns: rounds(2, 100), endOnFailure: true },
    );
  },
);
