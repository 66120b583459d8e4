import type { catalogue } from '../../lib/contract/catalogue.ts';
import { readTotals } from '../../lib/data/counted-items.ts';
import { readDayCounts } from '../../lib/data/statistics/day-counts.ts';
import { usdOf } from '../../lib/domain/billing/tariff.ts';
import { dayAfter, dayOf } from '../../lib/domain/calendar.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Network } from '../../lib/domain/billing/x402/network.ts';
import { PRODUCT } from '../../lib/domain/product.ts';
import type { Counts, DayCounts } from '../../lib/domain/statistics/counted.ts';
import { panelDay, panelUsage } from '../../lib/domain/statistics/panel-day.ts';
import { takingsIn } from '../../lib/domain/statistics/takings.ts';
import { required } from '../../lib/config/config.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** Where USDC is money: of test money only today's is shown (SPEC.md "Metricas"). */
const MAIN_NETWORK: Network = 'base';

/** The panel of the last seven days. */
export const getMetrics: Handle<typeof catalogue.getMetrics> = async ({ table, now, caller, config }) => {
  const today = dayOf(now);
  const [counted, accounts] = await Promise.all([
    readDayCounts(table, dayAfter(today, 1 - LIMITS.metricsDays), today),
    readTotals(table),
  ]);
  const days = counted.map(panelDay);
  const { network } = required(config.billing, 'how it charges');
  return {
    app: PRODUCT.slug,
    today,
    today_visits: days.at(-1)?.visits ?? 0,
    days,
    usage: panelUsage(counted),
    accounts,
    ...(caller.kind === 'operator' && ofOperator(counted, network)),
  };
};

function ofOperator(days: readonly DayCounts[], network: Network) {
  const today: Counts = days.at(-1)?.counts ?? {};
  const takings = ({ counts }: Pick<DayCounts, 'counts'>) => {
    const { count, micros } = takingsIn(counts, network);
    return { count, usd: usdOf(micros) };
  };
  const { count: hoje_count, usd: hoje_usd } = takings({ counts: today });
  const payments = days.map((each) => ({ day: each.day, ...takings(each) }));
  return {
    today_contacts: today.contacts ?? 0,
    financeiro: { hoje_usd, hoje_count, rede: network },
    ...(network === MAIN_NETWORK && { payments }),
  };
}
