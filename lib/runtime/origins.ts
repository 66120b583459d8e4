import type { Config } from './config.ts';

/** Where the service is reached, without final slashes (DECISIONS.md "HTTP" 0). */
export interface Origins {
  base: string;
  ingest: string;
}

/** As configured and in no other way: an alert has no request whose host could be asked (decisions/017). */
export function originsOf(config: Config): Origins {
  return { base: config.baseUrl, ingest: config.ingestOrigin };
}
