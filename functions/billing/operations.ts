import { billingOperations } from '../../lib/contract/billing.ts';
import { area } from '../../lib/runtime/area.ts';
import { getBilling } from './get-billing.ts';
import { getPricing } from './get-pricing.ts';
import { reportPaymentView } from './report-payment-view.ts';

export const operations = area({
  declared: billingOperations,
  implemented: { getBilling, getPricing, reportPaymentView },
});
