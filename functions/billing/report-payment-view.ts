import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';

/** A report of our own page is taken, any other ignored; nothing is stored, started or granted (SPEC.md). */
export const reportPaymentView: Handle<typeof catalogue.reportPaymentView> = async (ctx, { headers }) => {
  const isOwn =
    headers.origin === new URL(ctx.origins.base).origin &&
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['x-mm-payment-view'] === '1';
  return new Result(undefined, { status: isOwn ? 202 : 204 });
};
