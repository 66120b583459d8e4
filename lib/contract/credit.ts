import * as z from 'zod';
import type { Operation } from './operation.ts';
import { nextCursor, pageQuery } from './page.ts';

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
    .meta({ description: 'Where it was paid; it pays where that is charged.' }),
  created_at: z.iso.datetime(),
};

/** Prepaid credit (SPEC.md "Authentication"). */
export const creditOperations = {
  getCredit: {
    area: 'billing',
    method: 'GET',
    path: '/api/credit',
    auth: 'credit',
    status: 200,
    summary: 'Returns what a prepaid credit holds, and its ledger, newest first.',
    query: z.strictObject(pageQuery),
    output: {
      json: z.strictObject({
        ...amounts,
        ledger: z.array(entry),
        next_cursor: nextCursor,
      }),
    },
    errors: ['consulta_invalida'],
  },
} as const satisfies Record<string, Operation>;

export type CreditEntryView = z.input<typeof entry>;
