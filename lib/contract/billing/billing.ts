import * as z from 'zod';
import { trial } from '../accounts/account.ts';
import type { Operation } from '../operation.ts';

const counts = { endpoints: z.int(), fast_intervals: z.int(), email_alerts: z.int() };
const usd = z.number().positive();
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const sku = z.enum(['extra_endpoint', 'fast_interval', 'email_alert', 'agent_contact']);

/** SPEC.md "Billing". */
export const billingDocument = z
  .strictObject({
    provider: z.literal('x402'),
    mode: z.enum(['live', 'dev']).meta({ description: '`live` charges; `dev` lets calls through unpaid.' }),
    network: z.enum(['base', 'base-sepolia']),
    chain_id: z.int(),
    pay_to: address.nullable(),
    homolog: z.boolean().meta({ description: 'A rehearsal in test money.' }),
    dev: z.boolean(),
    dev_gate: z.boolean().meta({ description: 'A credential opens the rehearsal; this grants nothing.' }),
    gratis: z.array(sku).optional().meta({ description: 'What is free for now.' }),
    facilitator: z
      .string()
      .meta({ description: 'Who verifies and settles; this service if nobody else does.' }),
    asset: z.literal('USDC'),
    asset_address: address,
    faucet: z.url().nullable(),
    wallets: z.strictObject({ metamask: z.url(), coinbase: z.url(), base_app: z.url() }),
    product: z.string(),
    free_max_endpoints: z.int(),
    free_min_interval_sec: z.int(),
    free_email_alerts: z.int(),
    prices: z.strictObject({
      extra_endpoint_usd: usd,
      fast_interval_usd: usd,
      email_alert_usd: usd,
      agent_contact_usd: usd.optional().meta({ description: 'Present if strangers can write to the team.' }),
    }),
    usage: z
      .strictObject({ ...counts, slots: z.strictObject(counts) })
      .optional()
      .meta({ description: 'What you use, and the slots you bought beyond the free allowance.' }),
    trial: trial.optional(),
  })
  .meta({ id: 'Billing' });

/** SPEC.md "Payment quota". */
export const quota = z
  .strictObject({
    free: z.array(z.strictObject({ o_que: z.string(), limite: z.int(), janela: z.string().nullable() })),
    paid: z.array(z.strictObject({ o_que: z.string(), price_usd: usd })),
    how_to_pay: z.string(),
    live: z.url().nullable().meta({ description: 'Where the current values are.' }),
    free_now: z.array(z.string()),
    trial: z.strictObject({ days: z.int(), how: z.string() }).nullable(),
  })
  .meta({ id: 'Quota' });

const pricing = z
  .strictObject({
    product: z.string(),
    currency: z.literal('USD'),
    asset: z.literal('USDC'),
    network: z.enum(['base', 'base-sepolia']),
    prices: z.array(
      z.strictObject({
        sku,
        what: z.string(),
        price_usd: usd,
        amount: z.string().meta({ description: 'The same in millionths of a USDC, as a 402 asks for it.' }),
        gratis: z.boolean().meta({ description: 'It is free for now.' }),
      }),
    ),
    quota,
    billing: z.url(),
  })
  .meta({ id: 'Pricing' });

const open = { area: 'billing', method: 'GET', auth: 'none', status: 200, errors: [] } as const;

/** SPEC.md "Billing" and `POST /api/pagamento/aberto`. */
export const billingOperations = {
  getBilling: {
    ...open,
    path: '/api/billing',
    auth: 'optional',
    summary: "Returns how this service charges, with current values, and an owner's usage.",
    output: { json: billingDocument },
  },
  getPricing: {
    ...open,
    path: '/api/pricing',
    alsoPage: true,
    summary: 'Returns prices and quota; to a browser as a page.',
    output: { json: pricing },
  },
  reportPaymentView: {
    ...open,
    method: 'POST',
    path: '/api/pagamento/aberto',
    toolset: false,
    status: [202, 204],
    summary: 'Records that a page of this service shows a payment prompt. Not for agents.',
    hints: { idempotent: true },
    headers: ['origin', 'sec-fetch-site', 'x-mm-payment-view'],
    output: { empty: true },
  },
} as const satisfies Record<string, Operation>;

/** What the operations answer, and what is shown of it elsewhere. */
export type BillingView = z.input<typeof billingDocument>;
export type QuotaView = z.input<typeof quota>;
export type PricingView = z.input<typeof pricing>;
