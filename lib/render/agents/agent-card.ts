import type { AgentCardView } from '../../contract/agents/documents.ts';
import { PRODUCT } from '../../domain/product.ts';
import { providerOf, type DeploymentFacts } from './facts.ts';
import { SKILLS } from './skills.ts';

const JSON_ONLY = ['application/json'];

/** SPEC.md's agent card, which is one of A2A 1.0 too. It claims no A2A binding: there is none here. */
export function agentCard(facts: DeploymentFacts): AgentCardView {
  const { name, url } = providerOf(facts, PRODUCT.name);
  const reached = interfacesOf(facts);
  return {
    name: PRODUCT.name,
    description: PRODUCT.description,
    version: facts.build,
    provider: { organization: name, url },
    protocol: facts.mcp ? 'mcp' : 'http',
    interfaces: reached.map(({ type, url: at, description }) => ({ type, url: at, description })),
    supportedInterfaces: reached.map(({ url: at, protocolBinding, protocolVersion }) => ({
      url: at,
      protocolBinding,
      protocolVersion,
    })),
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: JSON_ONLY,
    defaultOutputModes: JSON_ONLY,
    skills: SKILLS.map((skill) => ({ ...skill })),
    documentationUrl: facts.url('getLlmsText'),
  };
}

/** The preferred one first. */
function interfacesOf({ mcp, url }: DeploymentFacts) {
  const http = {
    type: 'http' as const,
    url: url('getIndex'),
    description: 'The HTTP API: JSON, described by /openapi.json.',
    protocolBinding: 'OPENAPI',
    protocolVersion: '3.1.0',
  };
  if (mcp === null) return [http];
  const tools = {
    type: 'mcp' as const,
    url: mcp.url,
    description: `The operations as tools: Model Context Protocol over Streamable HTTP. Those of monitoring; ${new URL(mcp.allTools).search} has all.`,
    protocolBinding: 'MCP',
    protocolVersion: mcp.versions[0] ?? '',
  };
  return [tools, http];
}
