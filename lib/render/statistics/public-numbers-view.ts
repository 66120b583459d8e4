import type { PublicNumbersView } from '../../contract/statistics/public-numbers.ts';
import { dayOf } from '../../domain/calendar.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import { PRODUCT } from '../../domain/product.ts';
import { type Figures, measuredSumOf } from '../../domain/statistics/figures.ts';
import { firstDay, isStale, windowOf, type Publication } from '../../domain/statistics/publication.ts';
import { reliabilityOf, twoDigits } from '../../domain/statistics/reliability.ts';
import { CALLER_KINDS } from '../../domain/statistics/counted.ts';

type Unpublished = Pick<PublicNumbersView, 'v' | 'produto' | 'atualizado_em' | 'stale'> & {
  publicado: false;
};

/** SPEC.md `GET /api/vitrine`: no number in it has more than two digits that mean something, and none is money. */
export function publicNumbersView(
  publication: Publication | null,
  base: string,
  now: Instant,
): PublicNumbersView | Unpublished {
  const stamp = { v: 1, produto: PRODUCT.slug } as const;
  if (publication === null) return { ...stamp, publicado: false, atualizado_em: null, stale: false };
  const { publishedAt, days } = publication;
  const [d7, d30] = [windowOf(publication, 7), windowOf(publication, 30)];
  return {
    ...stamp,
    publicado: true,
    atualizado_em: isoOf(publishedAt),
    stale: isStale(publishedAt, now),
    nome: PRODUCT.name,
    desde: firstDay(publication),
    fuso: 'UTC',
    hoje: dayOf(publishedAt),
    dias: days.map(({ day, figures }) => ({ dia: day, ...figuresView(figures) })),
    janelas: { d7: figuresView(d7), d30: figuresView(d30) },
    ...totalsView(d30),
    contas: { pessoas: twoDigits(publication.people) },
    confiabilidade: reliabilityView(publication),
    catalogo: catalogueView(publication),
    apoio: { parcerias: `${base}/api/partners`, contato: `${base}/api/contact` },
  };
}

function totalsView(figures: Figures) {
  const { visitantes, paginas, uso } = figuresView(figures);
  const mcp = twoDigits(figures.calls_at_mcp);
  return {
    visitantes,
    pessoas: twoDigits(figures.visitors_person),
    agentes: { ia: twoDigits(figures.visitors_agent), programas: twoDigits(figures.visitors_machine) },
    superficies: {
      paginas,
      api: twoDigits(figures.calls_at_api),
      mcp,
      feed: twoDigits(figures.calls_at_feed),
      documentos: twoDigits(figures.calls_at_documents),
    },
    mcp: { chamadas: mcp },
    uso,
  };
}

function reliabilityView(publication: Publication) {
  const { checksInTime, alertsAtOnce } = reliabilityOf(publication);
  return { verificacoes_em_dia_pct: checksInTime, alertas_na_primeira_tentativa_pct: alertsAtOnce };
}

function catalogueView({ catalogue: { operations, tools, measures } }: Publication) {
  return { operacoes: twoDigits(operations), ferramentas: twoDigits(tools), medidas: twoDigits(measures) };
}

/** What strangers are shown of some figures, in the words of the specification. */
export function figuresView(figures: Figures): PublicNumbersView['janelas']['d7'] {
  const byAll = (what: 'visits' | 'visitors' | 'calls') =>
    twoDigits(measuredSumOf(CALLER_KINDS.map((kind) => figures[`${what}_${kind}`])));
  return {
    paginas: byAll('visits'),
    api: byAll('calls'),
    api_ia: twoDigits(figures.calls_agent),
    maquina: twoDigits(figures.calls_machine),
    visitantes: byAll('visitors'),
    uso: {
      pings: twoDigits(figures.pings),
      alertas: twoDigits(figures.alerts),
      monitores: twoDigits(figures.monitors),
    },
  };
}
