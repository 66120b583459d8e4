import { openApiDocument } from '../../lib/contract/openapi.ts';
import { PRODUCT } from '../../lib/domain/product.ts';
import { agentCard } from '../../lib/render/agents/agent-card.ts';
import { apiCatalog } from '../../lib/render/agents/api-catalog.ts';
import { apisJson } from '../../lib/render/agents/apis-json.ts';
import { providerOf, type DeploymentFacts } from '../../lib/render/agents/facts.ts';
import { indexView } from '../../lib/render/agents/index-view.ts';
import { knowledge, knowledgeIndex } from '../../lib/render/agents/knowledge.ts';
import { llmsFullText, llmsText } from '../../lib/render/agents/llms-text.ts';
import { paymentInfoOf } from '../../lib/render/agents/payment-info.ts';
import { paymentManifest } from '../../lib/render/agents/payment-manifest.ts';
import type { Config } from '../../lib/config/config.ts';
import { deploymentFactsOf, offeredBy } from './facts.ts';

/** Each document by its maker. They change with a deployment only. */
const MAKERS = {
  index: indexView,
  openApi,
  llms: llmsText,
  llmsFull: llmsFullText,
  agentCard,
  apis: apisJson,
  apiCatalog: (facts: DeploymentFacts) => JSON.stringify(apiCatalog(facts)),
  paymentManifest,
  okfIndex: knowledgeIndex,
  okfAbout: (facts: DeploymentFacts) => knowledge('about', facts),
  okfApi: (facts: DeploymentFacts) => knowledge('api', facts),
  okfQuestions: (facts: DeploymentFacts) => knowledge('questions', facts),
} as const;

type Documents = { [D in keyof typeof MAKERS]: ReturnType<(typeof MAKERS)[D]> };

const made = new WeakMap<Config, { facts: DeploymentFacts; documents: Partial<Documents> }>();

/** A document of a deployment, made for its first reader and kept for the others. */
export function documentOf<D extends keyof Documents>({ config }: { config: Config }, name: D): Documents[D] {
  const { facts, documents } = madeFor(config);
  return (documents[name] ??= MAKERS[name](facts, config) as Documents[D]);
}

export const factsFor = ({ config }: { config: Config }): DeploymentFacts => madeFor(config).facts;

function madeFor(config: Config) {
  let found = made.get(config);
  if (!found) made.set(config, (found = { facts: deploymentFactsOf(config), documents: {} }));
  return found;
}

function openApi(facts: DeploymentFacts, config: Config) {
  return openApiDocument(offeredBy(config), {
    build: facts.build,
    baseUrl: facts.base,
    ingestOrigin: facts.ingest,
    ...(facts.operator.provider && { contact: providerOf(facts, PRODUCT.name) }),
    paymentInfo: (charges) => paymentInfoOf(facts.offer, charges),
  });
}
