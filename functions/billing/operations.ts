import { billingOperations } from '../../lib/contract/billing.ts';
import { purchaseOperations } from '../../lib/contract/purchases.ts';
import { area } from '../../lib/runtime/area.ts';
import { getBilling } from './get-billing.ts';
import { getPricing } from './get-pricing.ts';
import { listPurchases } from './list-purchases.ts';
import { reportPaymentView } from './report-payment-view.ts';

export const operations = area({
  declared: { ...billingOperations, ...purchaseOperations },
  implemented: { getBilling, getPricing, listPurchases, reportPaymentView },
});
