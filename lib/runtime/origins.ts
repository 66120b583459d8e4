import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sameText } from '../adapters/ids.ts';
import type { Config } from './config.ts';

/** Where the service is reached, without final slashes (DECISIONS.md "HTTP" 0). */
export interface Origins {
  base: string;
  ingest: string;
}

/**
 * As configured, else as the caller sees us: the host CloudFront was asked for, believed only beside the secret
 * header that CloudFront alone knows, else the gateway's own host. Pings go to the gateway's own host.
 */
export function originsOf(config: Config, event: APIGatewayProxyEventV2): Origins {
  const own = `https://${event.requestContext.domainName}`;
  return { base: config.baseUrl || edgeOrigin(config, event) || own, ingest: config.ingestOrigin || own };
}

function edgeOrigin(config: Config, event: APIGatewayProxyEventV2): string | undefined {
  const { 'x-public-host': host, 'x-origin-verify': proof } = event.headers;
  if (!host || !proof || !config.originSecret) return undefined;
  return sameText(proof, config.originSecret) ? `https://${host}` : undefined;
}
