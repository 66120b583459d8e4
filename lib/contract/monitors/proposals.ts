import * as z from 'zod';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { dryRunQuery } from '../repeats.ts';
import { learning, monitor } from './monitor-output.ts';

const params = z.object({ id: z.string() });

const instant = z.iso.datetime();

/** The runs that something is concluded from. */
const restsOn = z.strictObject({
  runs: z.int().meta({ description: 'How many runs it is based on.' }),
  from: instant.meta({ description: 'The first of them.' }),
  to: instant,
});
export const driftKind = z.enum(['slower', 'flaky', 'overlaps', 'twice']);
/** What a job began to do. */
export const drift = z
  .strictObject({
    id: z.string(),
    kind: z.literal('drift'),
    what: driftKind,
    text: z.string(),
    rests_on: restsOn,
  })
  .meta({ id: 'Drift', description: 'How a job has changed. Never an alert.' });

const patch = z
  .strictObject({
    interval_sec: z.int().optional(),
    cron: z.string().optional(),
    tz: z.string().optional(),
    grace_sec: z.int().optional(),
    max_duration_sec: z.int().optional(),
  })
  .meta({ description: 'The body of the PATCH that applies it.' });

const proposal = z
  .strictObject({
    id: z.string().meta({ description: 'Stays the same as long as the proposal does.' }),
    kind: z.enum(['rhythm', 'moved', 'more_often', 'zone', 'early', 'grace', 'interval', 'run_limit']),
    text: z.string().meta({ description: 'What is proposed and why, in one line.' }),
    patch,
    rests_on: restsOn,
    alternatives: z
      .array(z.strictObject({ text: z.string(), patch }))
      .meta({ description: 'What the same runs also fit, likeliest first.' }),
  })
  .meta({ id: 'Proposal' });

const proposalId = field(z.string().min(1).max(64), {
  code: 'corpo_invalido',
  rule: 'the id of a proposal as GET /api/endpoints/:id/proposal gives it',
});

const ALTERNATIVES_MAX = 99;
const own = { area: 'monitors', tag: 'history', auth: 'owner', status: 200, params } as const;

/** What the history of a monitor speaks for. Nothing of it is ever taken by itself. */
export const proposalOperations = {
  getProposal: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/proposal',
    summary:
      'Returns what the runs of a monitor suggest: its rhythm, or settings that fit better, each with the PATCH that applies it, and how its job has changed.',
    output: {
      json: z.strictObject({ learning, proposals: z.array(proposal), drifts: z.array(drift) }),
    },
    errors: ['not_found'],
  },
  takeProposal: {
    ...own,
    method: 'POST',
    path: '/api/endpoints/:id/proposal/take',
    summary: 'Applies a proposal: changes the monitor as its PATCH would, after computing it again.',
    query: z.object(dryRunQuery),
    body: {
      json: z.strictObject({
        proposal: proposalId,
        alternative: field(z.int().min(0).max(ALTERNATIVES_MAX), {
          code: 'corpo_invalido',
          rule: 'the place of one of its alternatives, from 0',
        }).optional(),
      }),
    },
    rules: { not_found: 'proposal must still be proposed: newer runs may suggest something else.' },
    output: { json: monitor },
    charges: { skus: ['fast_interval'] },
    errors: ['not_found', 'campo_desconhecido', 'pagamento_necessario', 'limite_monitores', 'conflito'],
  },
  dismissProposal: {
    ...own,
    method: 'POST',
    path: '/api/endpoints/:id/proposal/dismiss',
    summary: 'Permanently dismisses a proposal or a drift: it is not shown again.',
    hints: { idempotent: true },
    body: { json: z.strictObject({ proposal: proposalId }) },
    output: { json: z.strictObject({ ok: z.literal(true), dismissed: z.string() }) },
    errors: ['not_found', 'campo_desconhecido', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
