import type { catalogue } from '../../lib/contract/catalogue.ts';
import { billingView, billingViewOf } from '../../lib/render/billing/billing-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { offerOf } from '../../lib/runtime/terms.ts';

export const getBilling: Handle<typeof catalogue.getBilling> = async (ctx) => {
  const offer = offerOf(ctx);
  return ctx.caller.kind === 'owner' ? billingViewOf(offer, ctx.caller, ctx.now) : billingView(offer);
};
