import * as z from 'zod';
import { COOKIES } from '../cookies.ts';
import { monitor, monitorSecrets } from './monitor-output.ts';
import type { Operation } from '../operation.ts';
import { IDEMPOTENCY_KEY } from '../repeats.ts';

const params = z.object({ id: z.string() });

/** A key by which the new guest token can be asked for again, so nobody may guess it. */
export const ROTATION_KEY_FORM = /^[\x21-\x7e]{22,255}$/;
export const ROTATION_KEY_RULE =
  '22 to 255 visible ASCII characters that nobody can guess, such as a random UUID';

/** Putting another secret in the place of one that may have leaked. */
export const rotationOperations = {
  rotateGuest: {
    area: 'monitors',
    toolset: 'secrets',
    method: 'POST',
    path: '/api/guest/rotate',
    auth: 'guest',
    status: 200,
    summary: 'Replaces your guest token; the old one stops working at once.',
    hints: { destructive: true },
    headers: ['origin', 'sec-fetch-site', IDEMPOTENCY_KEY],
    cookies: { reads: [COOKIES.guest], sets: [COOKIES.guest], ownPagesOnly: true },
    output: { json: z.strictObject({ token: z.string() }) },
    errors: ['conflito', 'chave_invalida'],
  },
  rotateMonitor: {
    area: 'monitors',
    toolset: 'secrets',
    method: 'POST',
    path: '/api/endpoints/:id/rotate',
    auth: 'owner',
    status: 200,
    summary:
      'Gives a monitor another id and ping URL; the old ones answer 404 at once, everything else stays.',
    hints: { destructive: true },
    params,
    output: { json: monitor },
    secrets: monitorSecrets,
    errors: ['not_found'],
  },
  rotateReadToken: {
    area: 'monitors',
    toolset: 'secrets',
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
    toolset: 'secrets',
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
          description: 'Until when deliveries also carry a signature by the old secret.',
        }),
      }),
    },
    secrets: ['webhook_secret'],
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
