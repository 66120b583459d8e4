import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { nextCursor, pageQuery } from '../page.ts';

const usd = z.number().min(0);

const entry = z
  .strictObject({
    number: z.int().meta({ description: 'From 1 on, in order of time.' }),
    at: z.iso.datetime(),
    kind: z.enum(['purchase', 'debit']),
    amount_usd: usd,
    what: z.string().meta({ description: 'What was bought, never for whom.' }),
    balance_usd: usd.meta({ description: 'What was left after it.' }),
  })
  .meta({ id: 'CreditEntry' });

const amounts = {
  balance_usd: usd,
  bought_usd: usd,
  spent_usd: usd,
  network: z
    .enum(['base', 'base-sepolia'])
    .meta({ description: 'Where it was paid; it is good where that is charged.' }),
  created_at: z.iso.datetime(),
};

const CENTS_MAX = LIMITS.creditCentsMax;

/** Prepaid credit (SPEC.md "Authentication"). */
export const creditOperations = {
  getCredit: {
    area: 'billing',
    method: 'GET',
    path: '/api/credit',
    auth: 'credit',
    status: 200,
    summary: 'Returns the balance of a prepaid credit and its ledger, newest first.',
    query: z.object(pageQuery),
    output: {
      json: z.strictObject({
        ...amounts,
        ledger: z.array(entry),
        next_cursor: nextCursor,
      }),
    },
    errors: [],
  },
  buyCredit: {
    area: 'billing',
    method: 'POST',
    path: '/api/credit',
    auth: 'owner',
    status: 201,
    summary: 'Buys prepaid credit, or tops up the one whose token is sent; answers 402 until paid.',
    body: {
      json: z.strictObject({
        cents: field(z.int().min(1).max(CENTS_MAX), {
          code: 'valor_invalido',
          rule: `a whole number of US cents from 1 to ${CENTS_MAX}`,
        }),
      }),
    },
    output: {
      json: z.strictObject({
        token: z.string().nullable().meta({
          description: 'Whoever holds it can spend the balance. Null after a top-up.',
        }),
        topped_up: z.boolean().meta({ description: 'Whether it topped up an existing credit.' }),
        cents: z.int().meta({ description: 'What was bought.' }),
        ...amounts,
      }),
    },
    secrets: ['token'],
    charges: { cents: [1, CENTS_MAX] },
    errors: ['valor_invalido', 'pagamento_necessario', 'nada_a_cobrar'],
  },
} as const satisfies Record<string, Operation>;

export type CreditEntryView = z.input<typeof entry>;
