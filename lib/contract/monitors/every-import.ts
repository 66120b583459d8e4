import * as z from 'zod';
import { dryRunMark, dryRunQuery } from '../repeats.ts';

/** How every import is asked (SPEC, import of a crontab): it only proposes unless it is told to apply. */
export const importQuery = {
  ...dryRunQuery,
  apply: z.string().optional().meta({ description: '`1` creates; anything else only proposes.' }),
};

/** What every import says besides: whether what is new fits the allowance, and what it costs. */
export const importCosts = {
  free_tier: z.strictObject({ limit: z.int(), used: z.int(), free_left: z.int(), fits: z.boolean() }),
  billing: z.unknown().optional(),
  dry_run: dryRunMark,
};

/** Whether an import is to create. */
export function isApplied({ apply }: { apply?: string | undefined }): boolean {
  return apply === '1';
}
