import type { catalogue } from '../../lib/contract/catalogue.ts';
import { pricingPage, pricingPageSecurity } from '../../lib/render/billing/pricing-page.ts';
import { pricingView } from '../../lib/render/billing/pricing-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { sponsorsShown } from '../../lib/runtime/sponsors-shown.ts';
import { offerOf } from '../../lib/runtime/terms.ts';

export const getPricing: Handle<typeof catalogue.getPricing> = async (ctx) => {
  const pricing = pricingView(offerOf(ctx));
  const page = {
    text: () => pricingPage(pricing, sponsorsShown(ctx, 'pricing')),
    headers: pricingPageSecurity,
  };
  return new Result(pricing, { page });
};
