import {
  CREDENTIAL_HASH_RULE,
  isServiceUrl,
  NOTHING_CHARGED,
  SERVICE_URL_RULE,
} from '../../domain/billing/billing-settings.ts';
import { isPayTo, PAY_TO_RULE } from '../../domain/billing/x402/pay-to.ts';
import {
  FREE_RULE,
  freeOf,
  GRATIS_RULE,
  gratisOf,
  PRICES_RULE,
  pricesOf,
  SPEC_FREE,
  SPEC_PRICES,
} from '../../domain/billing/tariff-settings.ts';
import { oneOf, secretArn, textLike, textReadBy, textThat, type AwsSetting } from './setting.ts';

/** Of what payments depend on; on one machine it may be beside the service. Its path may be the key to it. */
const url = {
  form: textThat((text) => isServiceUrl(text)),
  rule: SERVICE_URL_RULE,
  isGuarded: true,
  here: { takes: 'URL', form: textThat((text) => isServiceUrl(text, { loopback: true })) },
} as const;

/** Whether and how the deployment charges. */
export const billingSettings = {
  billingMode: {
    ...oneOf('dev', 'homolog', 'live'),
    default: NOTHING_CHARGED.billingMode,
    says: '`live` charges for what costs money, `dev` lets it through with a note, `homolog` rehearses charging with test money',
    here: { takes: 'dev|homolog|live' },
  },
  payNetwork: {
    ...oneOf('base', 'base-sepolia'),
    unset: '`base` with `live`, else `base-sepolia`',
    says: 'the chain on which USDC is paid; `base-sepolia` is for tests',
    here: { takes: 'base|base-sepolia' },
  },
  payTo: {
    form: textThat(isPayTo),
    rule: PAY_TO_RULE,
    says: 'the address that is paid; needed with `homolog` and `live`',
    here: { takes: 'ADDRESS' },
  },
  facilitatorUrl: {
    ...url,
    says: 'the x402 facilitator that verifies and settles payments; needed with `live`',
  },
  facilitatorSecretArn: {
    ...secretArn,
    says: 'the Secrets Manager secret with the API key of the facilitator of the Coinbase Developer Platform, as it is handed out (JSON with `id` or `name`, and `privateKey`); with `live` alone',
  },
  rpcUrl: {
    ...url,
    says: 'a JSON-RPC endpoint of the chain, by which the service sees what became of a payment; needed with `live`',
  },
  homologCredentialSha256: {
    form: textLike(/^[0-9a-f]{64}$/),
    rule: CREDENTIAL_HASH_RULE,
    isGuarded: true,
    says: 'SHA-256 of the credential that opens the rehearsal; needed with `homolog`',
  },
  prices: {
    form: textReadBy(pricesOf),
    rule: PRICES_RULE,
    unset: `\`${SPEC_PRICES}\``,
    says: 'prices in USD; what is not named keeps its own',
    here: { takes: 'PRICES' },
  },
  freeAllowance: {
    form: textReadBy(freeOf),
    rule: FREE_RULE,
    unset: `\`${SPEC_FREE}\``,
    says: 'what costs nothing: monitors, the shortest interval, e-mail alerts',
    here: { takes: 'AMOUNTS' },
  },
  gratis: {
    form: textReadBy(gratisOf),
    rule: GRATIS_RULE,
    unset: 'nothing',
    says: 'what of that costs nothing for now',
    here: { takes: 'SKUS' },
  },
} satisfies Record<string, AwsSetting>;
