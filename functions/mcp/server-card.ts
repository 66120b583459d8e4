import type { ServerCard } from '../../lib/contract/agents/mcp.ts';
import { told, urlsOf, type Config } from '../../lib/config/config.ts';
import { SUPPORTED } from './protocol.ts';

const SECRETS = {
  'X-Guest-Token': 'Token of an anonymous owner (hp_…), from POST /api/guest.',
  'X-Api-Key': 'API key of an account or an organization (mmk_…), from the account page.',
  Authorization: 'Bearer and either of them.',
  'X-PAYMENT': 'A payment (x402) for a call that answered that it costs.',
};

/** What is to be known before the first message (https://github.com/modelcontextprotocol/experimental-ext-server-card). */
export function serverCard(config: Config): ServerCard {
  const { base } = urlsOf(config);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversed(new URL(base).hostname)}/rollcall`,
    title: 'Rollcall',
    description: 'A dead-man switch for cron jobs and webhooks: monitors, incidents and alerts as tools.',
    version: told(config.build, 'its build'),
    websiteUrl: `${base}/okf/sobre.md`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: [...SUPPORTED],
        headers: Object.entries(SECRETS).map(([name, description]) => ({
          name,
          description,
          isSecret: true as const,
        })),
      },
    ],
  };
}

function reversed(host: string): string {
  const name = host.replaceAll(/[^\w.-]/g, '');
  return /^[\d.]+$/.test(name) ? name : name.split('.').toReversed().join('.');
}
