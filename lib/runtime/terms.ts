import type { Terms } from '../domain/billing/customer.ts';
import type { Instant } from '../domain/instant.ts';
import type { BillingOffer } from '../render/billing/billing-view.ts';
import { arePublicPagesShown, required, urlsOf, type Config } from '../config/config.ts';

/** Under which terms owners are customers now. */
export function termsOf({
  config,
  now,
}: {
  config: Pick<Config, 'allowance' | 'billing'>;
  now: Instant;
}): Terms {
  const { isUnlimited } = required(config.allowance, 'what is free');
  const { tariff, mode } = required(config.billing, 'how it charges');
  return { tariff, isUnlimited, isDev: mode === 'dev', now };
}

/** What is charged for here, as it is shown. */
export function offerOf({
  config,
}: {
  config: Pick<Config, 'allowance' | 'billing' | 'publicPages' | 'urls'>;
}): BillingOffer {
  return {
    billing: required(config.billing, 'how it charges'),
    isUnlimited: required(config.allowance, 'what is free').isUnlimited,
    isPublic: arePublicPagesShown(config),
    base: urlsOf(config).base,
  };
}
