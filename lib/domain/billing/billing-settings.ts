import { SPEC_TARIFF } from './tariff.ts';
import type { KeptSecret } from '../kept-secret.ts';
import type { Network } from './x402/network.ts';
import type { Billing, BillingMode, Settlement } from './billing.ts';
import { freeOf, gratisOf, pricesOf } from './tariff-settings.ts';

/** How a deployment charges, as it is set. Values keep their rules; `flawIn` says what they cannot mean together. */
export interface BillingSettings {
  billingMode: BillingMode;
  /** @default base in live billing, else base-sepolia */
  payNetwork?: Network;
  payTo?: string;
  facilitatorUrl?: string;
  /** Where the API key of the facilitator is kept. */
  facilitatorSecretArn?: string;
  /** On one machine the key itself. */
  facilitatorKey?: string;
  rpcUrl?: string;
  homologCredentialSha256?: string;
  prices?: string;
  freeAllowance?: string;
  gratis?: string;
}

/** What holds where nothing is set. */
export const NOTHING_CHARGED: BillingSettings = { billingMode: 'dev' };

export const SERVICE_URL_RULE =
  'an https URL without user, blanks or fragment, such as https://rpc.example.com/v2/key';

/** Whether a text is the URL of a service that payments depend on; with `loopback` it may be http on this machine. */
export function isServiceUrl(text: string, { loopback = false } = {}): boolean {
  if (/[\s#]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = loopback && protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  return (protocol === 'https:' || isHere) && username === '' && password === '';
}

export const CREDENTIAL_HASH_RULE =
  'the SHA-256 of the credential in 64 hex digits, as printf %s "$CREDENTIAL" | sha256sum prints it';

/** What each mode cannot do without: a deployment never falls back to letting things through because something is missing. */
const NEEDED = {
  dev: [],
  homolog: ['payTo', 'homologCredentialSha256'],
  live: ['payTo', 'facilitatorUrl', 'rpcUrl'],
} as const satisfies Record<BillingMode, readonly (keyof BillingSettings)[]>;

/** Why the settings cannot be meant, in one sentence, or undefined; `spelled` names a setting as it is given. */
export function flawIn(
  settings: BillingSettings,
  spelled: (name: keyof BillingSettings) => string = (name) => name,
): string | undefined {
  const { billingMode: mode } = settings;
  const missing = NEEDED[mode].filter((name) => settings[name] === undefined);
  if (missing.length > 0) {
    const all = NEEDED[mode].map(spelled).join(', ');
    return `${spelled('billingMode')} ${mode} needs ${all}: not set ${missing.length > 1 ? 'are' : 'is'} ${missing.map(spelled).join(', ')}.`;
  }
  if (mode !== 'live' && networkOf(settings) === 'base')
    return `${spelled('billingMode')} ${mode} is not for ${spelled('payNetwork')} base, where money is real: use base-sepolia, or live.`;
  const key = KEYS.find((name) => settings[name] !== undefined);
  if (mode !== 'live' && key !== undefined)
    return `${spelled(key)} is for ${spelled('billingMode')} live alone, where a facilitator is asked; it is ${mode}.`;
  return undefined;
}

const KEYS = ['facilitatorSecretArn', 'facilitatorKey'] as const;

function networkOf({ billingMode, payNetwork }: BillingSettings): Network {
  return payNetwork ?? (billingMode === 'live' ? 'base' : 'base-sepolia');
}

/** What functions are told. Takes settings that were checked. */
export function billingOf(settings: BillingSettings): Billing {
  const { billingMode: mode, payTo, facilitatorUrl, prices, freeAllowance, gratis } = settings;
  return {
    mode,
    network: networkOf(settings),
    payTo: payTo ?? null,
    facilitator: mode === 'homolog' ? null : (facilitatorUrl ?? null),
    tariff: {
      prices: pricesOf(prices ?? '') ?? SPEC_TARIFF.prices,
      free: freeOf(freeAllowance ?? '') ?? SPEC_TARIFF.free,
      gratis: gratisOf(gratis ?? '') ?? [],
    },
    hasHomologCredential: settings.homologCredentialSha256 !== undefined,
  };
}

/** The same of what only those need who settle payments. */
export function settlementOf(settings: BillingSettings): Settlement {
  return {
    rpcUrl: settings.rpcUrl ?? null,
    homologCredentialHash: settings.homologCredentialSha256 ?? null,
    facilitatorKey: keyOf(settings),
  };
}

function keyOf({ facilitatorKey: text, facilitatorSecretArn: id }: BillingSettings): KeptSecret | null {
  if (text !== undefined) return { text };
  return id === undefined ? null : { id };
}
