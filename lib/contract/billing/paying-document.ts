import * as z from 'zod';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import { STATUSES } from '../errors.ts';
import { schemaOf, type Json } from '../json-schema.ts';

const codes = Object.entries(STATUSES).flatMap(([code, status]) => (status === 402 ? [code] : []));
const networks = Object.keys(NETWORKS) as [Network, ...Network[]];
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** One way to pay: an entry of `accepts` (x402 version 1). */
const accepted = z.strictObject({
  scheme: z.literal('exact'),
  network: z.enum(networks),
  maxAmountRequired: z.string().regex(/^\d+$/).meta({
    description: 'What is to be paid, no more and no less, in millionths of a USDC.',
  }),
  resource: z.url().meta({ description: 'The operation, its parameters as names.' }),
  description: z.string(),
  mimeType: z.string(),
  payTo: address,
  maxTimeoutSeconds: z.int().meta({ description: 'For how long a wallet signs.' }),
  asset: address.meta({ description: 'The contract of USDC on this network.' }),
  extra: z.strictObject({ name: z.string(), version: z.string() }).meta({
    description: 'Of the EIP-712 domain of the asset.',
  }),
});

/** The body of a 402. */
export const paymentRequired = z.strictObject({
  error: z.enum(codes),
  detail: z.string().meta({ description: 'What costs how much, or why the payment was not taken.' }),
  x402Version: z.literal(1),
  accepts: z.array(accepted).length(1),
});

export const paymentRequiredSchema = schemaOf(paymentRequired, 'output');

/** The request headers by which a call pays. */
export const paymentParameters: readonly Json[] = [
  {
    name: 'X-PAYMENT',
    in: 'header',
    required: false,
    description:
      'Pays what a 402 asked for: the same call again with the payment of a wallet (x402 version 1: JSON in base64). After a 503 `pagamento_em_confirmacao` repeat the call with the same value.',
    schema: { type: 'string' },
  },
  {
    name: 'X-Homolog-Credential',
    in: 'header',
    required: false,
    description: 'With X-PAYMENT where billing is in rehearsal: the credential that opens it.',
    schema: { type: 'string' },
  },
  {
    name: 'X-Credito',
    in: 'header',
    required: false,
    description: 'Pays from a prepaid credit instead: its token (`cred_…`).',
    schema: { type: 'string' },
  },
];

/** The response headers of a call that has paid. */
export const paidHeaders: Json = {
  'X-PAYMENT-RESPONSE': {
    description:
      'Of a call that has paid: base64 of the JSON `{ success, transaction, network, payer }` (x402 version 1).',
    schema: { type: 'string' },
  },
  'X-Credito-Balance': {
    description: 'Of a call that was paid from a credit: what that holds now, in USD.',
    schema: { type: 'string' },
  },
};
