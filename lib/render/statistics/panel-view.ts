import type { PanelView } from '../../contract/statistics/public-numbers.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import { PRODUCT } from '../../domain/product.ts';
import { comparedTogether, type Panel, type PanelApp } from '../../domain/statistics/panel.ts';
import type { Compared } from '../../domain/statistics/panel-source.ts';
import { isStale, windowOf, type Publication } from '../../domain/statistics/publication.ts';
import { figuresView } from './public-numbers-view.ts';

type App = PanelView['apps'][number];

/** SPEC.md `GET /api/vitrine/painel`: this product as strangers see it, and beside it what others publish. */
export function panelView(
  own: Publication | null,
  panel: Panel | null,
  { base, now }: { base: string; now: Instant },
): PanelView {
  const apps = [ownApp(own, base, now), ...(panel?.apps ?? []).map((app) => otherApp(app, now))];
  const known = apps.flatMap(({ janelas }) => janelas ?? []);
  const updated = Math.max(own?.publishedAt ?? 0, panel?.updatedAt ?? 0);
  return {
    apps,
    ...(updated > 0 && { updated: isoOf(updated) }),
    ...(known.length > 0 && {
      totals: {
        d7: comparedTogether(known.map(({ d7 }) => d7)),
        d30: comparedTogether(known.map(({ d30 }) => d30)),
      },
    }),
  };
}

function ownApp(own: Publication | null, base: string, now: Instant): App {
  const compared = (length: number): Compared | undefined => {
    if (own === null) return undefined;
    const { uso: _uso, ...rest } = figuresView(windowOf(own, length));
    return rest;
  };
  const [d7, d30] = [compared(7), compared(30)];
  return {
    produto: PRODUCT.slug,
    nome: PRODUCT.name,
    url: base,
    atualizado_em: isoOrNull(own?.publishedAt ?? null),
    stale: own !== null && isStale(own.publishedAt, now),
    falha: null,
    janelas: d7 && d30 ? { d7, d30 } : null,
  };
}

function otherApp({ url, numbers, failure }: PanelApp, now: Instant): App {
  return {
    produto: numbers?.product ?? null,
    nome: numbers?.name ?? null,
    url,
    atualizado_em: isoOrNull(numbers?.updatedAt ?? null),
    stale: numbers !== null && isStale(numbers.updatedAt, now),
    falha: failure,
    janelas: numbers && { d7: numbers.d7, d30: numbers.d30 },
  };
}
