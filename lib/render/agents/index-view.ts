import { PRODUCT } from '../../domain/product.ts';
import { quotaView } from '../billing/pricing-view.ts';
import { CONVENTIONS } from './conventions.ts';
import type { Endpoint, DeploymentFacts } from './facts.ts';

/** SPEC.md `GET /api/`: the endpoints come from the catalogue, so the index cannot leave one out. */
export function indexView(facts: DeploymentFacts) {
  const { build, base, credentials, endpoints, offer, mcp } = facts;
  return {
    name: PRODUCT.name,
    description: PRODUCT.description,
    build,
    base_url: base,
    docs: docsOf(facts),
    conventions: { ...CONVENTIONS },
    auth: { ...credentials },
    endpoints: endpoints.map(entryOf),
    quota: quotaView(offer),
    mcp: mcp?.allTools ?? null,
    mcp_tools: [...(mcp?.tools ?? [])],
    quickstart: quickstart(facts),
  };
}

function docsOf({ base, url, mcp, operator, isPublic }: DeploymentFacts): Record<string, string | null> {
  return {
    llms: url('getLlmsText'),
    llms_full: url('getLlmsFullText'),
    openapi: url('getOpenApi'),
    mcp: mcp?.url ?? null,
    pricing: url('getPricing'),
    billing: url('getBilling'),
    guide: `${base}/docs`,
    ui: url('showAccount'),
    about: url('getKnowledgeAbout'),
    api: url('getKnowledgeApi'),
    faq: url('getKnowledgeQuestions'),
    okf: url('getKnowledgeIndex'),
    templates: url('getTemplates'),
    health: url('getHealth'),
    command: url('getCommand'),
    agent_card: url('getAgentCard'),
    apis_json: url('getApis'),
    api_catalog: url('getApiCatalog'),
    x402: url('getPaymentManifest'),
    partners: isPublic ? url('getPartners') : null,
    security: operator.securityContact === null ? null : url('getSecurityText'),
  };
}

function entryOf({ name, method, also, path, auth, url, returns }: Endpoint) {
  return { name, method, ...(also && { also }), path, auth, url, returns };
}

/** Begins with how to become an owner: as a guest, or by a key of the account page where no guest is made. */
export function quickstart({ hasGuests, url }: Pick<DeploymentFacts, 'hasGuests' | 'url'>): string[] {
  const [first, credential] = hasGuests
    ? [`curl -X POST ${url('createGuest')}`, 'X-Guest-Token: <GUEST_TOKEN>']
    : [`Sign in at ${url('showAccount')} and create an API key there.`, 'X-Api-Key: <API_KEY>'];
  return [
    first,
    `curl -X POST ${url('createMonitor')} -H '${credential}' -H 'Content-Type: application/json' -d '{"name":"nightly backup","interval_sec":86400}'`,
    `curl -fsS -m 10 --retry 5 -o /dev/null ${url('pingMonitor').replace(':id', '<MONITOR_ID>')}`,
  ];
}
