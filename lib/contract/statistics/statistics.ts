import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { pathSeen } from '../../domain/statistics/visited-page.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

const count = z.int().min(0);

const day = z.strictObject({
  day: z.iso.date(),
  visits: count,
  visits_people: count,
  visits_agents: count,
  visits_machines: count,
  visitors: count.describe('People, each network and kind of browser once a day.'),
  calls: count,
  calls_people: count,
  calls_agents: count,
  calls_machines: count,
});

const usd = z.number().min(0);

const usage = z.strictObject({
  pings: count.describe('Of days that are over: they are counted then.'),
  monitors: count.describe('That were pinged on one of these days, at most.'),
  calls: count,
  tool_calls: count.describe('By agents, of the tools at /mcp.'),
  feed_reads: count.describe('Status pages in all their forms, and badges.'),
  documents: count,
});

const metrics = z.strictObject({
  app: z.string(),
  today: z.iso.date(),
  today_visits: count,
  days: z.array(day).describe(`The last ${LIMITS.metricsDays} in UTC, oldest first, today the last of them.`),
  usage: usage.describe('Of these days.'),
  accounts: z.strictObject({ people: count.describe('That used the product; no guests.') }),
  today_contacts: count.optional().describe('Messages to the team; for the operator.'),
  financeiro: z
    .strictObject({ hoje_usd: usd, hoje_count: count, rede: z.enum(['base', 'base-sepolia']) })
    .optional()
    .describe('What was paid today, and on which network; for the operator.'),
  payments: z
    .array(z.strictObject({ day: z.iso.date(), count, usd }))
    .optional()
    .describe('The same of each of these days; for the operator, on the main network.'),
});

/** Such as a page knows of itself: without what may name somebody. */
const seenPath = field(
  z
    .string()
    .transform(pathSeen)
    .pipe(
      z
        .string()
        .regex(/^\/[^\p{C}\s]*$/u)
        .max(LIMITS.visitPathMaxChars),
    ),
  {
    code: 'corpo_invalido',
    missing: 'corpo_invalido',
    rule: `a path of at most ${LIMITS.visitPathMaxChars} characters such as /app; a query is cut off`,
  },
);

const smoke = field(z.boolean(), { code: 'corpo_invalido', rule: 'true for a test, or false' });

/** What the service tells of its use (SPEC.md "Contact, reporting and statistics"). */
export const statisticsOperations = {
  recordVisit: {
    area: 'statistics',
    method: 'POST',
    path: '/api/visit',
    auth: 'none',
    status: 200,
    summary: 'Counts a page view; not tests by whoever runs the service.',
    forStrangers: true,
    toolset: false,
    headers: ['user-agent', 'x-mm-smoke'],
    body: { json: z.strictObject({ p: seenPath, smoke: smoke.optional() }) },
    bodyMaxBytes: LIMITS.visitBodyMaxBytes,
    // A page that is left sends it as a beacon, which cannot say JSON to another origin.
    anyContentType: true,
    output: {
      json: z.strictObject({
        ok: z.literal(true),
        counted: z.boolean(),
        reason: z.literal('smoke').optional(),
      }),
    },
    errors: ['campo_desconhecido'],
  },
  getMetrics: {
    area: 'statistics',
    method: 'GET',
    path: '/api/metrics',
    auth: 'optionalOperator',
    status: 200,
    summary: `The use of the service in the last ${LIMITS.metricsDays} days; more with the operator token.`,
    forStrangers: true,
    toolset: false,
    output: { json: metrics },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
