import { hashOf } from '../../../lib/adapters/ids.ts';
import type { Billing, BillingMode } from '../../../lib/domain/billing/billing.ts';
import { billingOf, type BillingSettings } from '../../../lib/domain/billing/billing-settings.ts';

export const PAY_TO = '0x52908400098527886E0F7030069857D2E4169EE7';
export const HOMOLOG_CREDENTIAL = 'the credential of a rehearsal';

/** What each mode needs to be set; nothing answers at these addresses. */
const SETTINGS: Record<BillingMode, BillingSettings> = {
  dev: { billingMode: 'dev' },
  homolog: {
    billingMode: 'homolog',
    payTo: PAY_TO,
    homologCredentialSha256: hashOf(HOMOLOG_CREDENTIAL),
  },
  live: {
    billingMode: 'live',
    payTo: PAY_TO,
    facilitatorUrl: 'https://facilitator.example.com',
    rpcUrl: 'https://rpc.example.com',
  },
};

export const billingSettingsFor = (
  mode: BillingMode,
  more: Partial<BillingSettings> = {},
): BillingSettings => ({
  ...SETTINGS[mode],
  ...more,
});

export const billingFor = (mode: BillingMode, more: Partial<BillingSettings> = {}): Billing =>
  billingOf(billingSettingsFor(mode, more));
