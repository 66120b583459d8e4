import * as z from 'zod';
import type { Operation } from '../operation.ts';
import { nextCursor, pageQuery } from '../page.ts';

const purchasedItem = z.strictObject({
  sku: z.enum(['extra_endpoint', 'fast_interval', 'email_alert', 'prepaid_credit', 'agent_contact']),
  what: z.string().meta({ description: 'The same in words.' }),
  count: z.int(),
  price_usd: z.number().meta({ description: 'Of each.' }),
});

/** What was paid for at once. */
const purchase = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime().meta({ description: 'When it was known to be paid.' }),
    items: z.array(purchasedItem),
    total_usd: z.number(),
    paid_with: z.enum(['x402', 'credit']),
    network: z.enum(['base', 'base-sepolia']).nullable().meta({
      description: 'The chain it was paid on; null, like the next three, if paid from credit.',
    }),
    transaction: z.string().nullable().meta({ description: 'Its hash; simulated in a rehearsal.' }),
    explorer: z.url().nullable().meta({
      description: 'Where the transaction can be looked up; null of a rehearsal too.',
    }),
    payer: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .nullable(),
    rehearsal: z.boolean().meta({ description: 'No money moved.' }),
  })
  .meta({ id: 'Purchase' });

export type PurchaseView = z.infer<typeof purchase>;

/** What an owner has paid. */
export const purchaseOperations = {
  listPurchases: {
    area: 'billing',
    method: 'GET',
    path: '/api/purchases',
    auth: 'owner',
    status: 200,
    summary: 'Lists your purchases, newest first: what, how much, by whom and in which transaction.',
    query: z.object(pageQuery),
    output: { json: z.strictObject({ purchases: z.array(purchase), next_cursor: nextCursor }) },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
