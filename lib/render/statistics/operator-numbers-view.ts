import type { OperatorNumbersView } from '../../contract/statistics/public-numbers.ts';
import { usdOf } from '../../domain/billing/tariff.ts';
import { dayOf, dayStart } from '../../domain/calendar.ts';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import type { Figures } from '../../domain/statistics/figures.ts';
import { firstDay, windowOf, type Publication } from '../../domain/statistics/publication.ts';
import { takingNames } from '../../domain/statistics/takings.ts';
import { isoOf } from '../../domain/instant.ts';
import { PRODUCT } from '../../domain/product.ts';
import type { Panel } from '../../domain/statistics/panel.ts';

type Counted = OperatorNumbersView['janelas']['d7'];

/** What the operator is shown: every figure by its own name, exact, and what came in by network. */
export function operatorNumbersView(publication: Publication): OperatorNumbersView {
  return {
    desde: firstDay(publication),
    fuso: 'UTC',
    hoje: dayOf(publication.publishedAt),
    dias: publication.days.map(({ day, figures }) => ({ dia: day, ...countedView(figures) })),
    meses: publication.months.map(({ month, figures }) => ({ mes: month, ...countedView(figures) })),
    janelas: { d7: countedView(windowOf(publication, 7)), d30: countedView(windowOf(publication, 30)) },
  };
}

function countedView(figures: Figures): Counted {
  const networks = Object.keys(NETWORKS) as Network[];
  const money = networks.map((network) => [network, takingsView(figures, network)] as const);
  return { contagens: { ...figures }, dinheiro: Object.fromEntries(money) };
}

function takingsView(figures: Figures, network: Network) {
  const names = takingNames(network);
  const micros = figures[names.micros];
  return { pagamentos: figures[names.payments], usd: micros === null ? null : usdOf(micros) };
}

/** Up to when the numbers of a product are whole: `borda` of pages and calls, `cli` of what programs call. */
type Cursor = { borda: string; cli: string };

/** SPEC.md `GET /api/vitrine/cursores`: what is published counts whole days, so it is whole up to the day of publication. */
export function cursorsView(own: Publication | null, panel: Panel | null): Record<string, Cursor> {
  const cursors = new Map<string, Cursor>();
  const note = (product: string, publishedAt: number) => {
    const whole = isoOf(dayStart(dayOf(publishedAt)));
    // Who calls itself by the name of another changes nothing.
    if (!cursors.has(product)) cursors.set(product, { borda: whole, cli: whole });
  };
  if (own) note(PRODUCT.slug, own.publishedAt);
  for (const { numbers } of panel?.apps ?? []) if (numbers) note(numbers.product, numbers.updatedAt);
  return Object.fromEntries(cursors);
}
