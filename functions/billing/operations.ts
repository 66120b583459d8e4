import { billingOperations } from '../../lib/contract/billing/billing.ts';
import { creditOperations } from '../../lib/contract/billing/credit.ts';
import { purchaseOperations } from '../../lib/contract/billing/purchases.ts';
import { area } from '../../lib/runtime/area.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { buyCredit, creditSecrets } from './buy-credit.ts';
import { getBilling } from './get-billing.ts';
import { getCredit } from './get-credit.ts';
import { getPricing } from './get-pricing.ts';
import { listPurchases } from './list-purchases.ts';
import { reportPaymentView } from './report-payment-view.ts';

export const operations = area({
  declared: { ...billingOperations, ...creditOperations, ...purchaseOperations },
  callsAt: 'api',
  implemented: { buyCredit, getBilling, getCredit, getPricing, listPurchases, reportPaymentView },
  once,
  derive: { buyCredit: creditSecrets },
});
