import * as z from 'zod';
import { field } from './field.ts';
import type { Operation } from './operation.ts';

/** By which a caller may repeat a write (draft-ietf-httpapi-idempotency-key-header); by lower-case name. */
export const IDEMPOTENCY_KEY = 'idempotency-key';
/** Marks the answer of the first call with a key. */
export const REPLAYED = 'idempotency-replayed';

/** Visible ASCII, so that a log or a shell shows what was sent. */
export const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
export const KEY_RULE = '1 to 255 visible ASCII characters without spaces';

/**
 * Whether an operation writes in the name of an owner: all that do may be repeated by a key. What a person does to an
 * account is harmless to repeat as it is, and an answer that sets a cookie could not be kept.
 */
export function takesKey({ auth, method, cookies }: Pick<Operation, 'auth' | 'method' | 'cookies'>): boolean {
  return auth === 'owner' && method !== 'GET' && method !== 'HEAD' && !cookies?.sets;
}

/** What an operation may be asked in its query, where it can answer without doing anything. */
export const dryRunQuery = {
  dry_run: field(z.enum(['true', 'false']), {
    code: 'consulta_invalida',
    rule: 'true for the answer it would give, with nothing written, or false',
  }).optional(),
};

/** How such an answer is marked. */
export const dryRunMark = z.literal(true).optional().meta({
  description: 'Present when nothing was written. New ids, URLs and tokens in it belong to nothing.',
});

/** Whether an operation can answer without doing anything. */
export function takesDryRun({ query }: Pick<Operation, 'query'>): boolean {
  return query !== undefined && Object.hasOwn(query.shape, 'dry_run');
}
