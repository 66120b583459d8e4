import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';
import { nextCursor, pageQuery } from '../page.ts';

const instant = z.iso.datetime();

/** One alert on one channel, as the ledger has it (DECISIONS.md "Incidents and alerts" 7). */
export const alert = z
  .strictObject({
    id: z.string(),
    webhook_id: z.string().meta({ description: 'The `webhook-id` of every attempt.' }),
    kind: z.enum(['miss', 'recovery', 'test', 'blind', 'channel_failing']),
    incident: z.int(),
    reason: z.enum(['silence', 'fail', 'too_long', 'threshold']),
    channel: z.enum(['email', 'webhook', 'none']),
    channel_id: z.string().optional().meta({ description: 'Of a channel of the owner.' }),
    state: z.enum(['pending', 'sent', 'failed', 'skipped', 'undeliverable', 'superseded']).meta({
      description:
        '`pending` until it is final; `sent` when the channel took it; `failed` when it was given up on; `skipped` when there was nothing to tell any more; `undeliverable` when there was nobody to tell; `superseded` when a newer alert, of a newer incident or to a corrected address, was told in its place and names it.',
    }),
    created_at: instant,
    held: z.strictObject({ from: instant, to: instant }).optional().meta({
      description: 'When the operator’s stop kept it back; while it is pending, until when it would be.',
    }),
    paced: z.strictObject({ since: instant, until: instant }).optional().meta({
      description:
        'While it waits since its recipient asks to slow down: since when, and until when at least. That is no attempt.',
    }),
    attempts: z.array(
      z.strictObject({
        at: instant,
        outcome: z.string(),
        status: z.int().nullable(),
        detail: z.string(),
        duration_ms: z.int(),
      }),
    ),
  })
  .meta({ id: 'Alert' });

export type AlertView = z.infer<typeof alert>;

const own = { area: 'alerts', toolset: 'monitors', auth: 'owner', status: 200 } as const;
const params = z.object({ id: z.string() });

/** The delivery ledger of a monitor, and what an owner can do about it. */
export const alertOperations = {
  listAlerts: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/alerts',
    summary: 'Lists the alerts of one monitor with every attempt to deliver them, newest first.',
    params,
    query: z.object(pageQuery),
    conditional: true,
    output: { json: z.strictObject({ alerts: z.array(alert), next_cursor: nextCursor }) },
    errors: ['not_found'],
  },
  resendAlert: {
    ...own,
    method: 'POST',
    path: '/api/endpoints/:id/alerts/:alert/resend',
    summary: `Sends an alert again under the same id, up to ${LIMITS.alertAttemptsMax} attempts in all; one that was given up on gets one try.`,
    hints: { openWorld: true },
    params: params.extend({ alert: z.string() }),
    output: { json: alert },
    errors: ['not_found', 'conflito'],
  },
  sendTestAlert: {
    ...own,
    method: 'POST',
    path: '/api/endpoints/:id/test-alert',
    throttle: 'test',
    summary: 'Sends a marked test through every channel of the monitor and returns what happened.',
    hints: { openWorld: true },
    params,
    output: { json: z.strictObject({ alerts: z.array(alert) }) },
    errors: ['not_found', 'conflito', 'muitos_testes'],
  },
} as const satisfies Record<string, Operation>;
