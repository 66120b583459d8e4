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
        '`pending` until it is final; `sent` when the channel took it; `failed` when we gave up; `skipped` when it was no longer needed; `undeliverable` when there was nobody to notify; `superseded` when a newer alert, of a newer incident or to a corrected address, took its place and names it.',
    }),
    created_at: instant,
    held: z.strictObject({ from: instant, to: instant }).optional().meta({
      description: 'When the operator’s stop held it back; while it is pending, until when.',
    }),
    paced: z.strictObject({ since: instant, until: instant }).optional().meta({
      description:
        'While it waits because its recipient asks us to slow down: since when, and until when at least. That is not an attempt.',
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
    summary: 'Lists the alerts of a monitor with every delivery attempt, newest first.',
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
    summary: `Sends an alert again under the same id, up to ${LIMITS.alertAttemptsMax} attempts in all; a failed one gets one try.`,
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
    summary: 'Sends a marked test through every channel of the monitor and returns the result.',
    hints: { openWorld: true },
    params,
    output: { json: z.strictObject({ alerts: z.array(alert) }) },
    errors: ['not_found', 'conflito', 'muitos_testes'],
  },
} as const satisfies Record<string, Operation>;
