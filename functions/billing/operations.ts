import { billingOperations } from '../../lib/contract/billing.ts';
import { creditOperations } from '../../lib/contract/credit.ts';
import { purchaseOperations } from '../../lib/contract/purchases.ts';
import { area } from '../../lib/runtime/area.ts';
import { getBilling } from './get-billing.ts';
import { getCredit } from './get-credit.ts';
import { getPricing } from './get-pricing.ts';
import { listPurchases } from './list-purchases.ts';
import { reportPaymentView } from './report-payment-view.ts';

export const operations = area({
  declared: { ...billingOperations, ...creditOperations, ...purchaseOperations },
  implemented: { getBilling, getCredit, getPricing, listPurchases, reportPaymentView },
});
