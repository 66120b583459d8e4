import * as z from 'zod';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/**
 * What the two standard clients take of a 402 (x402-fetch 1.2.0 and @x402/fetch 2.27.0, tried against both): the strictest
 * of either. One entry that breaks a rule makes a client drop the whole list.
 */
export const x402Body = z.object({
  x402Version: z.literal(1),
  error: z.string(),
  detail: z.string(),
  accepts: z
    .array(
      z.strictObject({
        scheme: z.literal('exact'),
        network: z.enum(['base', 'base-sepolia']),
        maxAmountRequired: z.string().regex(/^[1-9]\d*$/),
        resource: z.url(),
        description: z.string().max(500),
        mimeType: z.string(),
        payTo: address,
        maxTimeoutSeconds: z.int().positive(),
        asset: address,
        extra: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
      }),
    )
    .length(1),
});
