import { CDP_KEY_RULE, cdpKeyOf } from '../../adapters/billing/cdp-key.ts';
import { hashOf } from '../../adapters/ids.ts';
import type { BillingMode } from '../../domain/billing/billing.ts';
import {
  flawIn,
  isServiceUrl,
  NOTHING_CHARGED,
  SERVICE_URL_RULE,
  type BillingSettings,
} from '../../domain/billing/billing-settings.ts';
import { isPayTo, PAY_TO_RULE } from '../../domain/billing/x402/pay-to.ts';
import {
  FREE_RULE,
  freeOf,
  GRATIS_RULE,
  gratisOf,
  PRICES_RULE,
  pricesOf,
} from '../../domain/billing/tariff-settings.ts';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import { StartError } from '../start-error.ts';

/** The options of the command line that say how the service charges; the settings of a deployment have the same names. */
export const BILLING_OPTIONS = {
  'billing-mode': { type: 'string' },
  'pay-network': { type: 'string' },
  'pay-to': { type: 'string' },
  'facilitator-url': { type: 'string' },
  'rpc-url': { type: 'string' },
  prices: { type: 'string' },
  'free-allowance': { type: 'string' },
  gratis: { type: 'string' },
} as const;

/** Where the credential of a rehearsal is read from: what stands in a command line, every program of the machine can see. */
export const HOMOLOG_VARIABLE = 'HOMOLOG_CREDENTIAL';

/** Where the API key of the facilitator is read from, for the same reason. */
export const FACILITATOR_VARIABLE = 'FACILITATOR_KEY';

type Name = keyof typeof BILLING_OPTIONS;
type Given = { readonly [N in Name]?: string | undefined };
type Env = Readonly<Record<string, string | undefined>>;

const MODES = ['dev', 'homolog', 'live'] as const satisfies readonly BillingMode[];

/** Each option with its rule and the setting that it gives. */
const RULES: readonly [Name, keyof BillingSettings, string, (text: string) => boolean][] = [
  ['billing-mode', 'billingMode', MODES.join(' or '), (text) => MODES.some((mode) => mode === text)],
  ['pay-network', 'payNetwork', Object.keys(NETWORKS).join(' or '), (text) => Object.hasOwn(NETWORKS, text)],
  ['pay-to', 'payTo', PAY_TO_RULE, isPayTo],
  ['facilitator-url', 'facilitatorUrl', SERVICE_URL_RULE, (text) => isServiceUrl(text, { loopback: true })],
  ['rpc-url', 'rpcUrl', SERVICE_URL_RULE, (text) => isServiceUrl(text, { loopback: true })],
  ['prices', 'prices', PRICES_RULE, (text) => pricesOf(text) !== undefined],
  ['free-allowance', 'freeAllowance', FREE_RULE, (text) => freeOf(text) !== undefined],
  ['gratis', 'gratis', GRATIS_RULE, (text) => gratisOf(text) !== undefined],
];

/** Reads them. Throws a `StartError` with one sentence for a value that breaks its rule, or values that contradict. */
export function billingOptions(given: Given, env: Env): BillingSettings {
  const values: Partial<Record<keyof BillingSettings, string>> = {};
  for (const [name, setting, rule, holds] of RULES) {
    const text = given[name];
    if (text === undefined) continue;
    if (!holds(text)) throw new StartError(`--${name} must be ${rule}; got ${text}.`);
    values[setting] = text;
  }
  const credential = env[HOMOLOG_VARIABLE];
  const settings: BillingSettings = {
    ...NOTHING_CHARGED,
    ...(values as Partial<BillingSettings> & { payNetwork?: Network }),
    ...(credential && { homologCredentialSha256: hashOf(credential) }),
    ...keyIn(env),
  };
  const flaw = flawIn(settings, spelled);
  if (flaw !== undefined) throw new StartError(flaw);
  return settings;
}

function keyIn(env: Env): Pick<BillingSettings, 'facilitatorKey'> {
  const text = env[FACILITATOR_VARIABLE];
  if (!text) return {};
  try {
    cdpKeyOf(text);
  } catch {
    throw new StartError(`The environment variable ${FACILITATOR_VARIABLE} must be ${CDP_KEY_RULE}.`);
  }
  return { facilitatorKey: text };
}

function spelled(setting: keyof BillingSettings): string {
  const [name] = RULES.find(([, each]) => each === setting) ?? [];
  if (name !== undefined) return `--${name}`;
  const variable = setting === 'facilitatorKey' ? FACILITATOR_VARIABLE : HOMOLOG_VARIABLE;
  return `the environment variable ${variable}`;
}
