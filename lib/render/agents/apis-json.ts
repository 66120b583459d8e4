import type { ApisView } from '../../contract/agents/documents.ts';
import { PRODUCT } from '../../domain/product.ts';
import { providerOf, type DeploymentFacts, type Mcp } from './facts.ts';

type Api = ApisView['apis'][number];

/** APIs.json 0.19. Types that came later begin with `X-`, as it has it. */
export function apisJson(facts: DeploymentFacts): ApisView {
  const { base, url, mcp } = facts;
  const provider = providerOf(facts, PRODUCT.name);
  const { first, last } = PRODUCT.described;
  return {
    aid: aidOf(base, PRODUCT.slug),
    name: PRODUCT.name,
    description: PRODUCT.description,
    url: url('getApis'),
    created: first,
    modified: last,
    specificationVersion: '0.19',
    tags: [...PRODUCT.tags],
    apis: [httpApi(facts), ...(mcp ? [mcpApi(facts, mcp)] : [])],
    maintainers: [{ FN: provider.name, url: provider.url }],
  };
}

const aidOf = (base: string, slug: string) => `${new URL(base).hostname}:${slug}`;

function httpApi(facts: DeploymentFacts): Api {
  return {
    aid: aidOf(facts.base, `${PRODUCT.slug}-api`),
    name: `${PRODUCT.name} API`,
    description: 'Monitors, signals, incidents, alerts and status feeds over HTTP.',
    humanURL: facts.url('showAccount'),
    baseURL: facts.base,
    tags: [...PRODUCT.tags],
    properties: propertiesOf(facts),
  };
}

function mcpApi({ base, url }: DeploymentFacts, mcp: Mcp): Api {
  return {
    aid: aidOf(base, `${PRODUCT.slug}-mcp`),
    name: `${PRODUCT.name} MCP`,
    description: 'The operations of the API as tools for agents.',
    humanURL: url('getKnowledgeApi'),
    baseURL: mcp.url,
    tags: ['mcp', 'agents'],
    properties: [{ type: 'X-mcp-server-card', url: mcp.url, mediaType: 'application/json' }],
  };
}

function propertiesOf({ url, operator }: DeploymentFacts): Api['properties'] {
  const json = 'application/json';
  const markdown = 'text/markdown';
  const plain = 'text/plain';
  return [
    { type: 'OpenAPI', url: url('getOpenApi'), mediaType: json },
    { type: 'Documentation', url: url('getKnowledgeApi'), mediaType: markdown },
    { type: 'GettingStarted', url: url('getIndex'), mediaType: json },
    { type: 'Authentication', url: url('getKnowledgeApi'), mediaType: markdown },
    { type: 'Pricing', url: url('getPricing'), mediaType: json },
    { type: 'Plans', url: url('getBilling'), mediaType: json },
    { type: 'StatusPage', url: url('getHealth'), mediaType: json },
    ...(operator.securityContact === null
      ? []
      : [{ type: 'Security', url: url('getSecurityText'), mediaType: plain }]),
    { type: 'X-llms-txt', url: url('getLlmsText'), mediaType: plain },
    { type: 'X-llms-full-txt', url: url('getLlmsFullText'), mediaType: plain },
    { type: 'X-agent-card', url: url('getAgentCard'), mediaType: json },
    { type: 'X-api-catalog', url: url('getApiCatalog'), mediaType: 'application/linkset+json' },
    { type: 'X-x402', url: url('getPaymentManifest'), mediaType: json },
    { type: 'X-okf', url: url('getKnowledgeIndex'), mediaType: markdown },
  ];
}
