import { billingSettings } from '../../config/settings/billing.ts';
import { operatorSettings } from '../../config/settings/operator.ts';
import { userSettings } from '../../config/settings/users.ts';
import type { IdentityConfig } from '../../config/groups.ts';
import type { UserSettings } from '../../domain/accounts/users.ts';
import type { BillingSettings } from '../../domain/billing/billing-settings.ts';
import type { OperatorSettings } from '../../domain/statistics/operator/operator-settings.ts';
import { givenIn, machineSettings, type CheckedSettings, type Env } from './command-line.ts';

/** How the service runs on this machine (docs/options.md). */
export interface ServiceOptions {
  port: number;
  /** Folder of the data; null keeps everything in memory. */
  dataDir: string | null;
  /** Seconds between checks; null checks only when asked. */
  checkEverySec: number | null;
  allowLoopbackAlerts: boolean;
  seed: boolean;
  users: UserSettings;
  billing: BillingSettings;
  operator: OperatorSettings;
  operatorToken?: string;
  /** Who signs people in: another issuer, or one of the service's own, whose port may be given. */
  identity: IdentityConfig | 'own';
  issuerPort: number | null;
}

/**
 * Reads the command line, and of the environment the secrets that none may hold. Throws a `StartError` with one sentence
 * for what it does not know.
 */
export function serviceOptions(args: string[], env: Env = {}): ServiceOptions {
  const settings = machineSettings(givenIn(args), env);
  const { port, data, memory, checkEvery, allowLoopbackAlerts, seed, operatorToken } = settings;
  const those = <T extends object>(table: T) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => name in table)) as Pick<
      CheckedSettings,
      keyof CheckedSettings & keyof T
    >;
  return {
    port,
    dataDir: memory ? null : (data ?? '.rollcall'),
    checkEverySec: checkEvery,
    allowLoopbackAlerts,
    seed,
    users: those(userSettings),
    billing: those({ ...billingSettings, facilitatorKey: true }),
    operator: those(operatorSettings),
    ...(operatorToken !== undefined && { operatorToken }),
    identity: identityOf(settings),
    issuerPort: settings.issuerPort ?? null,
  };
}

function identityOf(settings: CheckedSettings): ServiceOptions['identity'] {
  const { issuer, issuerClientId: clientId, issuerClientSecret: text, issuerAcr, issuerAmr } = settings;
  if (issuer === undefined || clientId === undefined || text === undefined) return 'own';
  const secondFactor = { acr: issuerAcr?.split(' ') ?? [], amr: issuerAmr.split(' ') };
  return { issuer, clientId, clientSecret: { text }, secondFactor };
}
