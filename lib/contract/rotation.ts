import * as z from 'zod';
import type { Operation } from './operation.ts';

const params = z.object({ id: z.string() });

/** Putting another secret in the place of one that may have leaked. */
export const rotationOperations = {
  rotateReadToken: {
    area: 'monitors',
    method: 'POST',
    path: '/api/endpoints/:id/token/rotate',
    auth: 'owner',
    status: 200,
    summary: 'Replaces the read token of a monitor; the old one stops at once.',
    hints: { destructive: true },
    params,
    output: { json: z.strictObject({ token: z.string(), status_url: z.string(), events_url: z.string() }) },
    secrets: ['token', 'status_url', 'events_url'],
    errors: ['not_found'],
  },
  rotateWebhookSecret: {
    area: 'monitors',
    method: 'POST',
    path: '/api/endpoints/:id/secret/rotate',
    auth: 'owner',
    status: 200,
    summary:
      'Replaces the secret that signs the webhooks of a monitor; for 24 hours deliveries are signed with the old one too.',
    hints: { destructive: true },
    params,
    output: {
      json: z.strictObject({
        webhook_secret: z.string(),
        previous_until: z.iso.datetime().meta({
          description: 'Until when deliveries carry a signature by the secret before, beside the new one.',
        }),
      }),
    },
    secrets: ['webhook_secret'],
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
