import * as z from 'zod';
import { field } from '../field.ts';
import { dryRunMark, dryRunQuery } from '../repeats.ts';

/** How every import is asked: it only proposes unless it is told to apply. */
export const importQuery = {
  ...dryRunQuery,
  apply: field(z.enum(['0', '1', 'false', 'true']), {
    code: 'consulta_invalida',
    rule: '1 or true, which creates, or 0 or false, which only proposes as without it',
  }).optional(),
};

/** What every import says besides: whether what is new fits the allowance, and what it costs. */
export const importCosts = {
  free_tier: z.strictObject({ limit: z.int(), used: z.int(), free_left: z.int(), fits: z.boolean() }),
  billing: z.unknown().optional(),
  dry_run: dryRunMark,
};

/** Whether an import is to create. */
export function isApplied({ apply }: { apply?: string | undefined }): boolean {
  return apply === '1' || apply === 'true';
}
