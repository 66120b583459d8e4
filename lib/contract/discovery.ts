import * as z from 'zod';
import { quota } from './billing.ts';
import type { Operation } from './operation.ts';

const blindWindow = z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime().nullable() }).nullable();

const open = { area: 'discovery', method: 'GET', auth: 'none', status: 200, errors: [] } as const;

/** SPEC.md "Discovery". */
export const discoveryOperations = {
  getIndex: {
    ...open,
    path: '/api/',
    // Long, and to an agent its tools say the same.
    toolset: false,
    summary: 'The index of the API: conventions, quota and every endpoint.',
    output: {
      json: z.looseObject({
        name: z.string(),
        description: z.string(),
        build: z.string(),
        base_url: z.string(),
        endpoints: z.array(z.looseObject({ method: z.string(), path: z.string() })),
        quota,
      }),
    },
  },
  getHealth: {
    ...open,
    path: '/api/health',
    summary: 'Says that the service answers, and which build.',
    output: {
      json: z.strictObject({
        ok: z.literal(true),
        app: z.string(),
        build: z.string(),
        ts: z.iso.datetime(),
        last_check_at: z.iso.datetime().nullable(),
        blind_window: blindWindow,
        alerts_held_until: z.iso.datetime().nullable().meta({
          description: 'While the operator holds alerts back, for an upgrade, until when; else null.',
        }),
      }),
    },
  },
  getOpenApi: {
    ...open,
    path: '/openapi.json',
    toolset: false,
    summary: 'The OpenAPI 3.1.0 description of this API.',
    output: { json: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
} as const satisfies Record<string, Operation>;
