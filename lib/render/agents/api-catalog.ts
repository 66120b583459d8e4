import type { DeploymentFacts } from './facts.ts';

interface Link {
  href: string;
  type?: string;
}

/** The linkset of RFC 9727 and RFC 9264: what describes the API and where it is. */
export function apiCatalog({ url, mcp }: DeploymentFacts): { linkset: Record<string, string | Link[]>[] } {
  const json = 'application/json';
  const markdown = 'text/markdown';
  return {
    linkset: [
      {
        anchor: url('getApiCatalog'),
        item: [{ href: url('getIndex') }, ...(mcp ? [{ href: mcp.url }] : [])],
      },
      {
        anchor: url('getIndex'),
        'service-desc': [{ href: url('getOpenApi'), type: json }],
        'service-doc': [
          { href: url('getKnowledgeApi'), type: markdown },
          { href: url('getLlmsText'), type: 'text/plain' },
        ],
        'service-meta': [
          { href: url('getIndex'), type: json },
          { href: url('getApis'), type: json },
          { href: url('getAgentCard'), type: json },
        ],
        status: [{ href: url('getHealth'), type: json }],
      },
      ...(mcp ? [{ anchor: mcp.url, 'service-meta': [{ href: mcp.url, type: json }] }] : []),
    ],
  };
}
