import { systemClock } from '../../adapters/clock.ts';
import { openSecret } from '../../adapters/secrets.ts';
import { configFromEnv } from '../../config/config.ts';
import type { McpDeps } from '../deps.ts';
import { jsonLog } from '../report/log.ts';

/** The live dependencies of the function of agents, built once per cold start. It has no table. */
export function liveMcp(): McpDeps {
  const config = configFromEnv(process.env);
  return { config, clock: systemClock, log: jsonLog, secret: openSecret(config) };
}
