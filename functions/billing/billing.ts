import { billingOperations } from '../../lib/contract/billing/billing.ts';
import { creditOperations } from '../../lib/contract/billing/credit.ts';
import { purchaseOperations } from '../../lib/contract/billing/purchases.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { buyCredit, creditSecrets } from './buy-credit.ts';
import { getBilling } from './get-billing.ts';
import { getCredit } from './get-credit.ts';
import { getPricing } from './get-pricing.ts';
import { listPurchases } from './list-purchases.ts';
import { reportPaymentView } from './report-payment-view.ts';

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
