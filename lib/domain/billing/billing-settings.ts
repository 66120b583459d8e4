import { SPEC_TARIFF } from './tariff.ts';
import type { KeptSecret } from '../kept-secret.ts';
import type { Network } from './x402/network.ts';
import type { Billing, BillingMode, Settlement } from './billing.ts';
import { freeOf, gratisOf, pricesOf } from './tariff-settings.ts';

/** How a deployment charges, as it is set. Values keep their rules. */
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

/** Whether a text is the URL of a service that the operator depends on; it may be http on this machine with `loopback`, anywhere with `plain`. */
export function isServiceUrl(text: string, { loopback = false, plain = false } = {}): boolean {
  if (/[\s#]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = ['localhost', '127.0.0.1'].includes(hostname);
  const isHttp = protocol === 'http:' && (plain || (loopback && isHere));
  return (protocol === 'https:' || isHttp) && username === '' && password === '';
}

export const CREDENTIAL_HASH_RULE =
  'the SHA-256 of the credential in 64 hex digits, as printf %s "$CREDENTIAL" | sha256sum prints it';

export function payNetworkOf({ billingMode, payNetwork }: BillingSettings): Network {
  return payNetwork ?? (billingMode === 'live' ? 'base' : 'base-sepolia');
}

/** What functions are told. Takes settings that were checked. */
export function billingOf(settings: BillingSettings): Billing {
  const { billingMode: mode, payTo, facilitatorUrl, prices, freeAllowance, gratis } = settings;
  return {
    mode,
    network: payNetworkOf(settings),
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
