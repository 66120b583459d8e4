import type { catalogue } from '../../lib/contract/catalogue.ts';
import { getPanel, getPublication } from '../../lib/data/statistics/publications.ts';
import { isoOrNull } from '../../lib/domain/instant.ts';
import { PRODUCT } from '../../lib/domain/product.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { operatorNumbersView, cursorsView } from '../../lib/render/statistics/operator-numbers-view.ts';
import { panelView } from '../../lib/render/statistics/panel-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getOperatorNumbers: Handle<typeof catalogue.getOperatorNumbers> = async ({ table }) => {
  const publication = await getPublication(table);
  return {
    produto: PRODUCT.slug,
    atualizado_em: isoOrNull(publication?.publishedAt ?? null),
    operador: publication && operatorNumbersView(publication),
  };
};

export const getPanelNumbers: Handle<typeof catalogue.getPanelNumbers> = async ({ table, origins, now }) => {
  const [publication, panel] = await allDone([getPublication(table), getPanel(table)]);
  return panelView(publication, panel, { base: origins.base, now });
};

export const getCursors: Handle<typeof catalogue.getCursors> = async ({ table }) => {
  const [publication, panel] = await allDone([getPublication(table), getPanel(table)]);
  return cursorsView(publication, panel);
};
