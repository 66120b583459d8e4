import { parseArgs } from 'node:util';
import type { UserSettings } from '../../domain/accounts/users.ts';
import type { BillingSettings } from '../../domain/billing/billing-settings.ts';
import { BILLING_OPTIONS, billingOptions } from './billing-options.ts';
import type { OperatorSettings } from '../../domain/statistics/operator/operator-settings.ts';
import { ISSUER_OPTIONS, issuerOptions, type SignInOptions } from './issuer-options.ts';
import { OPERATOR_OPTIONS, operatorOptions, operatorTokenIn } from './operator-options.ts';
import { PARTNERS } from '../../domain/site/partners-config.ts';
import { partnersFlaw } from '../../domain/site/partners-flaw.ts';
import { StartError } from '../start-error.ts';
import { USER_OPTIONS, userOptions } from './user-options.ts';

/** How the service runs on this machine (docs/options.md). */
export type ServiceOptions = SignInOptions & {
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
};

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600 };
/** Alerts wait for a check, and timers of more than 24 days fire at once. */
const DAY_SEC = 86_400;

/**
 * Reads the command line, and of the environment the secret that none may hold. Throws a `StartError` with one sentence
 * for what it does not know.
 */
export function serviceOptions(
  args: string[],
  env: Readonly<Record<string, string | undefined>> = {},
): ServiceOptions {
  const values = parsed(args);
  const port = Number(values.port ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`--port must be a whole number from 0 to 65535; got ${values.port}.`);
  }
  if (values.memory && values.data !== undefined) {
    throw new StartError(
      `--memory keeps nothing and --data keeps everything in ${values.data}; give one of them.`,
    );
  }
  const users = userOptions(values);
  if (values.seed && users.guests === 'off')
    throw new StartError('--seed makes a guest, and --guests off makes none; give one of them.');
  const flaw = partnersFlaw(PARTNERS);
  if (flaw !== undefined) throw new StartError(flaw);
  return {
    port,
    dataDir: values.memory ? null : (values.data ?? '.rollcall'),
    checkEverySec: everySec(values['check-every'] ?? '5m'),
    allowLoopbackAlerts: values['allow-loopback-alerts'] ?? false,
    seed: values.seed ?? false,
    users,
    billing: billingOptions(values, env),
    operator: operatorOf(values, users),
    ...operatorTokenIn(values, env),
    ...issuerOptions(values, env),
  };
}

function operatorOf(
  values: Parameters<typeof operatorOptions>[0],
  { publicPages }: UserSettings,
): OperatorSettings {
  const operator = operatorOptions(values);
  if (operator.contactTo === undefined || publicPages === 'on') return operator;
  throw new StartError(
    '--contact-to is set with --public-pages off, where nobody can write: add --public-pages on, or leave it out.',
  );
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        memory: { type: 'boolean' },
        'check-every': { type: 'string' },
        'allow-loopback-alerts': { type: 'boolean' },
        seed: { type: 'boolean' },
        ...USER_OPTIONS,
        ...BILLING_OPTIONS,
        ...OPERATOR_OPTIONS,
        ...ISSUER_OPTIONS,
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new StartError(
      `${reason}. Options: --port N --data DIR|--memory --check-every 5m|off --allow-loopback-alerts --seed --sign-up open|closed|DOMAINS --admins ADDRESSES --guests on|off --allowance spec|unlimited --public-pages on|off --billing-mode dev|homolog|live --pay-network base|base-sepolia --pay-to ADDRESS --facilitator-url URL --rpc-url URL --prices PRICES --free-allowance AMOUNTS --gratis SKUS --provider-name NAME --provider-url URL --security-contact URI --mcp-registry-key LINE --contact-to ADDRESS --operator-token TEXT --panel-sources URLS --issuer-port N|--issuer URL --issuer-client-id ID --issuer-acr VALUES --issuer-amr VALUES.`,
    );
  }
}

function everySec(text: string): number | null {
  if (text === 'off') return null;
  const [, amount, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(amount) * (UNITS[unit ?? ''] ?? 0);
  if (seconds > 0 && seconds <= DAY_SEC) return seconds;
  throw new StartError(
    `--check-every must be a time such as 30s, 5m or 1h, at most 24h, or off; got ${text}.`,
  );
}
