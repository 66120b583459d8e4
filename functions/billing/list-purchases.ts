import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { purchasesBefore } from '../../lib/data/billing/purchases.ts';
import { readPage } from '../../lib/flows/list-page.ts';
import { purchaseView } from '../../lib/render/billing/purchase-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

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
