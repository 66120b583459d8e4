import { needsOf } from '../../lib/areas/areas.ts';
import { catalogue, operations, type OperationName } from '../../lib/contract/catalogue.ts';
import { AUTH_LABEL, waysOf } from '../../lib/contract/credentials.ts';
import type { Declared, Operation } from '../../lib/contract/operation.ts';
import type { Endpoint, DeploymentFacts, Mcp } from '../../lib/render/agents/facts.ts';
import { arePublicPagesShown, required, urlsOf, type Config } from '../../lib/config/config.ts';
import type { Urls } from '../../lib/config/groups.ts';
import { offerOf } from '../../lib/runtime/terms.ts';
import { MCP_PLACE, MCP_REVISIONS } from '../../lib/contract/agents/mcp-place.ts';
import { OFFERED } from '../../lib/contract/agents/offered.built.ts';
import type { BuiltTool } from '../../lib/contract/agents/tools.ts';
import { ALL_TOOLSETS, BESIDE_ALL, holdsToolset } from '../../lib/contract/agents/toolsets.ts';

/** What the documents of a deployment are made of: its settings, and the catalogue. */
export function deploymentFactsOf(config: Config): DeploymentFacts {
  const urls = urlsOf(config);
  const { isPublic, operator, offered } = hereOf(config);
  return {
    build: required(config.build, 'its build'),
    ...urls,
    operator,
    offer: offerOf({ config }),
    hasGuests: required(config.guests, 'whether guests are made').areMade,
    isPublic,
    credentials: {
      [AUTH_LABEL.owner]: waysOf('owner'),
      [AUTH_LABEL.hook]: waysOf('hook'),
      [AUTH_LABEL.credit]: waysOf('credit'),
      [AUTH_LABEL.none]: 'No credential. Of /in/* and /r/* what follows is the secret.',
    },
    endpoints: offered.map(([name, operation]) => endpointOf(name, operation, urls)),
    mcp: mcpAt(urls.base, { isPublic }),
    url: (name: OperationName) => urlOf(catalogue[name], urls),
  };
}

/** The operations that this deployment answers, by their names: what is switched off, or was not set, is in no document. */
export function offeredBy(config: Config): Declared {
  return Object.fromEntries(hereOf(config).offered);
}

function hereOf(config: Config) {
  const operator = required(config.operator, 'who runs it');
  const isPublic = arePublicPagesShown(config);
  const has = { ...operator, signIn: config.signInOff ? null : true };
  const offered = operations.filter(
    ([, { forStrangers, onlyWith }]) =>
      (isPublic || !forStrangers) && (onlyWith === undefined || has[onlyWith] !== null),
  );
  return { operator, isPublic, offered };
}

function endpointOf(name: OperationName, operation: Operation, urls: Urls): Endpoint {
  const { method, also, path, auth, summary, tag, area, body, charges } = operation;
  return {
    name,
    method,
    ...(also && { also }),
    path,
    auth: AUTH_LABEL[auth],
    url: urlOf(operation, urls),
    returns: summary,
    group: tag ?? area,
    isForm: body !== undefined && 'form' in body,
    charges: charges ?? null,
  };
}

function urlOf({ area, path }: Operation, { base, ingest }: Urls): string {
  return (needsOf(area).origin === 'ingest' ? ingest : base) + path;
}

/** Where the operations are served as tools; null where the catalogue has no such place, so that no document names one. */
export function mcpAt(
  base: string,
  { isPublic }: { isPublic: boolean },
  declared: readonly Operation[] = Object.values(catalogue),
): Mcp | null {
  const { path, method } = MCP_PLACE.callMcp;
  if (!declared.some((each) => each.path === path && each.method === method)) return null;
  const url = base + path;
  const tools = OFFERED.filter(({ forStrangers }) => isPublic || !forStrangers);
  return {
    url,
    allTools: `${url}?tools=${[ALL_TOOLSETS, ...BESIDE_ALL].filter((set) => tools.some(isIn(set))).join()}`,
    versions: MCP_REVISIONS,
    tools: tools.map(({ tool }) => tool.name),
  };
}

const isIn = (set: string) => (built: BuiltTool) => holdsToolset(new Set([set]), built.toolset);
