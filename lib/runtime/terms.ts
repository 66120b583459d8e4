import type { Terms } from '../domain/allowance/customer.ts';
import type { Instant } from '../domain/instant.ts';
import { told, type Config } from './config.ts';

/** Under which terms owners are customers now. */
export function termsOf({
  config,
  now,
}: {
  config: Pick<Config, 'allowance' | 'billing'>;
  now: Instant;
}): Terms {
  const { isUnlimited } = told(config.allowance, 'what is free');
  return { tariff: told(config.billing, 'how it charges').tariff, isUnlimited, now };
}
