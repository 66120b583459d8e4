import { billingOperations } from '../../lib/contract/billing/billing.ts';
import { creditOperations } from '../../lib/contract/billing/credit.ts';
import { purchaseOperations } from '../../lib/contract/billing/purchases.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { buyCredit, creditSecrets } from './buy-credit.ts';
import { getCredit } from './get-credit.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { pricingPage, pricingPageSecurity } from '../../lib/render/billing/pricing-page.ts';
import { pricingView } from '../../lib/render/billing/pricing-view.ts';
import { sponsorsShown } from '../../lib/runtime/sponsors-shown.ts';
import { offerOf } from '../../lib/runtime/terms.ts';
import { billingView, billingViewOf } from '../../lib/render/billing/billing-view.ts';
import * as z from 'zod';
import { purchasesBefore } from '../../lib/data/billing/purchases.ts';
import { readPage } from '../../lib/flows/list-page.ts';
import { purchaseView } from '../../lib/render/billing/purchase-view.ts';

/** The id of the last purchase shown. */
const position = z.tuple([z.string().regex(/^\d{14}-[0-9A-Za-z]{1,40}$/)]).transform(([id]) => id);

export const listPurchases: Handle<typeof catalogue.listPurchases> = async (ctx, { query }) => {
  const { id: ownerId, spaces } = ctx.caller.owner;
  const { entries, next } = await readPage(
    {
      id: `purchases ${ownerId}`,
      position,
      read: (part) => purchasesBefore(ctx.table, spaces, part),
      positionOf: ({ id }) => [id],
    },
    query,
    ctx.now,
  );
  return { purchases: entries.map(purchaseView), ...next };
};

export const getBilling: Handle<typeof catalogue.getBilling> = async (ctx) => {
  const offer = offerOf(ctx);
  return ctx.caller.kind === 'owner' ? billingViewOf(offer, ctx.caller, ctx.now) : billingView(offer);
};

export const getPricing: Handle<typeof catalogue.getPricing> = async (ctx) => {
  const pricing = pricingView(offerOf(ctx));
  const page = {
    text: () => pricingPage(pricing, sponsorsShown(ctx, 'pricing')),
    headers: pricingPageSecurity,
  };
  return new Result(pricing, { page });
};

/** A report of our own page is taken, any other ignored; nothing is stored, started or granted (SPEC.md). */
export const reportPaymentView: Handle<typeof catalogue.reportPaymentView> = async (ctx, { headers }) => {
  const isOwn =
    headers.origin === new URL(ctx.origins.base).origin &&
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['x-mm-payment-view'] === '1';
  return new Result(undefined, { status: isOwn ? 202 : 204 });
};

const operations = area({
  declared: { ...billingOperations, ...creditOperations, ...purchaseOperations },
  callsAt: 'api',
  implemented: { buyCredit, getBilling, getCredit, getPricing, listPurchases, reportPaymentView },
  once,
  derive: { buyCredit: creditSecrets },
});

/** The Lambda handler of the operations of billing, and of what ingest has settled. */
export function billingHandler(deps: ApiDeps) {
  const answer = areaHandler(operations, deps);
  return async (event: unknown, context: Context): Promise<unknown> => {
    if (!isOfIngest(event)) return answer(event as APIGatewayProxyEventV2, context);
    const { answerFirstPing } = await import('./first-ping.ts');
    return answerFirstPing(deps, event);
  };
}

/**
 * Whether another function sent an event, which takes the right to invoke this one. What the gateway sends names its route
 * and request; of its other members a caller chooses the contents, and never the names.
 */
function isOfIngest(event: unknown): boolean {
  const { kind, routeKey, requestContext } = Object(event) as Record<string, unknown>;
  return kind === 'first-ping' && routeKey === undefined && requestContext === undefined;
}
