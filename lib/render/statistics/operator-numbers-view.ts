import type { OperatorNumbersView } from '../../contract/statistics/public-numbers.ts';
import { usdOf } from '../../domain/billing/tariff.ts';
import { dayOf } from '../../domain/calendar.ts';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import type { Figures } from '../../domain/statistics/figures.ts';
import { firstDay, windowOf, type Publication } from '../../domain/statistics/publication.ts';
import { takingNames } from '../../domain/statistics/takings.ts';

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
