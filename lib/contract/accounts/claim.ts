import * as z from 'zod';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

/** How many of each kind a claim moves. */
export const moved = z.strictObject({
  monitors: z.int(),
  devices: z.int(),
  collections: z.int(),
  status_feeds: z.int(),
  ingest_keys: z.int(),
});

const claimed = z.strictObject({
  movidos: moved.meta({ description: 'What moved, of each kind.' }),
  apagados: z.int().meta({ description: "Duplicates of the guest's that were dropped." }),
  direitos: z.int().meta({ description: 'Purchases that moved, whatever they bought.' }),
});

/** What a guest token looks like. */
export const GUEST_TOKEN_FORM = /^hp_[0-9A-Za-z]{43}$/;

/** What a claim answers of one product. */
export type ClaimedView = z.input<typeof claimed>;

/** SPEC.md "Account and session": what a guest made becomes an account's. */
export const claimOperations = {
  claimGuest: {
    area: 'account',
    method: 'POST',
    path: '/api/auth/claim',
    auth: 'session',
    status: 200,
    summary:
      'Moves everything a guest made to your account at once: the guest of the token, or of this browser.',
    hints: { idempotent: true },
    cookies: { reads: [COOKIES.guest] },
    body: {
      json: z.strictObject({
        guest_token: field(z.string().regex(GUEST_TOKEN_FORM), {
          code: 'invalid_product_claim',
          rule: 'a guest token: hp_ and 43 letters and digits',
        }).optional(),
      }),
    },
    bodyOptional: true,
    invalidInput: 'invalid_body',
    output: {
      json: z.strictObject({ ok: z.literal(true), claimed: z.strictObject({ product: claimed }) }),
    },
    errors: ['invalid_product_claim', 'unknown_guest', 'claim_limit_reached', 'product_claim_pending'],
  },
} as const satisfies Record<string, Operation>;
