import { catalogue } from '../../lib/contract/catalogue.ts';
import { MCP_PLACE, MCP_REVISIONS } from '../../lib/contract/agents/mcp-place.ts';
import { OFFERED } from '../../lib/contract/agents/offered.built.ts';
import type { Operation } from '../../lib/contract/operation.ts';
import type { BuiltTool } from '../../lib/contract/agents/tools.ts';
import { ALL_TOOLSETS, BESIDE_ALL, holdsToolset } from '../../lib/contract/agents/toolsets.ts';
import type { Mcp } from '../../lib/render/agents/facts.ts';

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
