import * as z from 'zod';
import type { Operation } from '../operation.ts';

/** How an answer in development billing says that it was let through. */
export const billingNote = z
  .strictObject({
    mode: z.enum(['live', 'dev']),
    charges: z.array(z.strictObject({ sku: z.string(), price_usd: z.number() })),
    note: z.string(),
  })
  .optional()
  .meta({ description: 'Present when a change went past the free allowance: what it would have cost.' });

/** Whether a call may pay for what it asks: where something costs, as a job's first ping may. */
export function takesPayment({ errors }: Pick<Operation, 'errors'>): boolean {
  return errors.includes('pagamento_necessario');
}
