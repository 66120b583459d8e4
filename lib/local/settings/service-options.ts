import { billingSettings } from '../../config/settings/billing.ts';
import { operatorSettings } from '../../config/settings/operator.ts';
import { userSettings } from '../../config/settings/users.ts';
import type { IdentityConfig } from '../../config/groups.ts';
import { givenIn, machineSettings, type CheckedSettings, type Env } from './read-settings.ts';

/**
 * How the service runs on this machine (docs/options.md), by the command line and the secrets of the environment. Throws a
 * `StartError` with one sentence for what it does not know.
 */
export function serviceOptions(args: string[], env: Env = {}) {
  const settings = machineSettings(givenIn(args), env);
  const { port, data, memory, checkEvery, allowLoopbackAlerts, seed } = settings;
  const { operatorToken, heartbeatUrl, awsChannels, smsOwners } = settings;
  const those = <T extends object>(table: T) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => name in table)) as Pick<
      CheckedSettings,
      keyof CheckedSettings & keyof T
    >;
  return {
    port,
    /** Null keeps everything in memory. */
    dataDir: memory ? null : (data ?? '.rollcall'),
    /** Null checks only when asked. */
    checkEverySec: checkEvery,
    allowLoopbackAlerts,
    seed,
    users: those(userSettings),
    billing: those({ ...billingSettings, facilitatorKey: true }),
    operator: those(operatorSettings),
    ...(operatorToken !== undefined && { operatorToken }),
    ...(heartbeatUrl !== undefined && { heartbeatUrl }),
    ...(awsChannels !== undefined && { awsChannels }),
    ...(smsOwners !== undefined && { smsOwners }),
    identity: identityOf(settings),
    issuerPort: settings.issuerPort ?? null,
  };
}

function identityOf(settings: CheckedSettings): IdentityConfig | 'own' {
  const { issuer, issuerClientId: clientId, issuerClientSecret: text, issuerAcr, issuerAmr } = settings;
  if (issuer === undefined || clientId === undefined || text === undefined) return 'own';
  const secondFactor = { acr: issuerAcr?.split(' ') ?? [], amr: issuerAmr.split(' ') };
  return { issuer, clientId, clientSecret: { text }, secondFactor };
}
