import type { Terms } from '../domain/allowance/customer.ts';
import { SPEC_TARIFF } from '../domain/allowance/tariff.ts';
import type { Instant } from '../domain/instant.ts';
import { told, type Config } from './config.ts';

/** Under which terms owners are customers now. */
export function termsOf({ config, now }: { config: Pick<Config, 'allowance'>; now: Instant }): Terms {
  return { tariff: SPEC_TARIFF, isUnlimited: told(config.allowance, 'what is free').isUnlimited, now };
}
