import * as z from 'zod';
import { LIMITS } from '../domain/limits.ts';
import type { Operation } from './operation.ts';

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

const metrics = z.strictObject({
  app: z.string(),
  today: z.iso.date(),
  today_visits: count,
  days: z.array(day).describe(`The last ${LIMITS.metricsDays}, oldest first.`),
});

/** What the service tells of its use (SPEC.md "Contact, reporting and statistics"). */
export const statisticsOperations = {
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
