import { partnersOperations } from '../../lib/contract/site/partners.ts';
import { browserErrorOperations } from '../../lib/contract/statistics/browser-errors.ts';
import { publicNumbersOperations } from '../../lib/contract/statistics/public-numbers.ts';
import { statisticsOperations } from '../../lib/contract/statistics/statistics.ts';
import { area, type AreaOperations } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { type LambdaHandler, lambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { inGzip } from '../../lib/runtime/lambda/gzip.ts';
import { errorMemory } from './error-memory.ts';
import { browserErrorReader } from './get-browser-errors.ts';
import { getMetrics } from './get-metrics.ts';
import { recordVisit } from './record-visit.ts';
import { browserErrorReporter } from './report-browser-error.ts';
import type { Declared } from '../../lib/contract/operation.ts';
import { operatorKind } from '../../lib/runtime/callers/operator-kind.ts';
import { pipelineOf } from '../../lib/runtime/pipeline.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { CONTACT_FIELDS } from '../../lib/contract/site/contact-fields.ts';
import { PARTNERS } from '../../lib/domain/site/partners-config.ts';
import { partnersView } from '../../lib/render/site/partners-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { offerOf } from '../../lib/runtime/terms.ts';
import { getPublication, getPanel } from '../../lib/data/statistics/publications.ts';
import { publicNumbersView } from '../../lib/render/statistics/public-numbers-view.ts';
import { isoOrNull } from '../../lib/domain/instant.ts';
import { PRODUCT } from '../../lib/domain/product.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { operatorNumbersView, cursorsView } from '../../lib/render/statistics/operator-numbers-view.ts';
import { panelView } from '../../lib/render/statistics/panel-view.ts';

/** The operations of one instance, which remembers what it met. */
const operationsOf = (memory = errorMemory()) =>
  area({
    declared: {
      ...statisticsOperations,
      ...partnersOperations,
      ...browserErrorOperations,
      ...publicNumbersOperations,
    },
    implemented: {
      recordVisit,
      getMetrics,
      getPartners,
      reportBrowserError: browserErrorReporter(memory),
      getBrowserErrors: browserErrorReader(memory),
      getPublicNumbers,
      getOperatorNumbers,
      getPanelNumbers,
      getCursors,
    },
  });

export const statisticsHandler = (deps: ApiDeps): LambdaHandler => operatorHandler(operationsOf(), deps);

/** The Lambda handler of an area that knows the operator and no owner. */
export function operatorHandler<D extends Declared>(area: AreaOperations<D>, deps: ApiDeps): LambdaHandler {
  return lambdaHandler(pipelineOf(area, deps, { operator: operatorKind(deps.config) }), deps.config, inGzip);
}

export const getPartners: Handle<typeof catalogue.getPartners> = async (ctx) =>
  partnersView({ config: PARTNERS, offer: offerOf(ctx), fields: CONTACT_FIELDS, now: ctx.now });

export const getPublicNumbers: Handle<typeof catalogue.getPublicNumbers> = async ({ table, origins, now }) =>
  publicNumbersView(await getPublication(table), origins.base, now);

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
