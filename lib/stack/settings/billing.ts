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
} from '../../domain/billing/tariff-settings.ts';
import { oneOf, optionalSetting, readBy, secretArn, textSetting, withDefault } from './setting.ts';

const address = textSetting(/\S/).refine(isPayTo);
const url = { form: textSetting(/\S/).refine((given) => isServiceUrl(given)), rule: SERVICE_URL_RULE };

/** Whether and how the deployment charges. */
export const billingSettings = {
  billingMode: withDefault({
    ...oneOf('dev', 'homolog', 'live'),
    default: NOTHING_CHARGED.billingMode,
    says: '`live` charges for what costs money, `dev` lets it through with a note, `homolog` rehearses charging with test money',
  }),
  payNetwork: optionalSetting({
    ...oneOf('base', 'base-sepolia'),
    unset: '`base` with `live`, else `base-sepolia`',
    says: 'the chain on which USDC is paid; `base-sepolia` is for tests',
  }),
  payTo: optionalSetting({
    form: address,
    rule: PAY_TO_RULE,
    unset: 'none',
    says: 'the address that is paid; needed with `homolog` and `live`',
  }),
  facilitatorUrl: optionalSetting({
    ...url,
    unset: 'none',
    says: 'the x402 facilitator that verifies and settles payments; needed with `live`',
  }),
  facilitatorSecretArn: optionalSetting({
    ...secretArn,
    unset: 'none',
    says: 'the Secrets Manager secret with the API key of the facilitator of the Coinbase Developer Platform, as it is handed out (JSON with `id` or `name`, and `privateKey`); with `live` alone',
  }),
  rpcUrl: optionalSetting({
    ...url,
    unset: 'none',
    says: 'a JSON-RPC endpoint of the chain, by which the service sees what became of a payment; needed with `live`',
  }),
  homologCredentialSha256: optionalSetting({
    form: textSetting(/^[0-9a-f]{64}$/),
    rule: CREDENTIAL_HASH_RULE,
    unset: 'none',
    says: 'SHA-256 of the credential that opens the rehearsal; needed with `homolog`',
  }),
  prices: optionalSetting({
    form: readBy(pricesOf),
    rule: PRICES_RULE,
    unset: '`extra_endpoint=0.10,fast_interval=0.05,email_alert=0.10,agent_contact=0.10`',
    says: 'prices in USD; what is not named keeps its own',
  }),
  freeAllowance: optionalSetting({
    form: readBy(freeOf),
    rule: FREE_RULE,
    unset: '`max_endpoints=10,min_interval_sec=90,email_alerts=1`',
    says: 'what costs nothing: monitors, the shortest interval, e-mail alerts',
  }),
  gratis: optionalSetting({
    form: readBy(gratisOf),
    rule: GRATIS_RULE,
    unset: 'nothing',
    says: 'what of that costs nothing for now',
  }),
};
