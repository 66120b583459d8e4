import * as z from 'zod';
import { documentOperations } from './documents.ts';
import type { Operation } from '../operation.ts';

const blindWindow = z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime().nullable() }).nullable();

const open = { area: 'discovery', method: 'GET', auth: 'none', status: 200, errors: [] } as const;

/** SPEC.md "Discovery". */
export const discoveryOperations = {
  getHealth: {
    ...open,
    path: '/api/health',
    summary: 'Shows that the service answers, and which build.',
    output: {
      json: z.strictObject({
        ok: z.literal(true),
        app: z.string(),
        build: z.string(),
        ts: z.iso.datetime(),
        last_check_at: z.iso.datetime().nullable(),
        blind_window: blindWindow,
        alerts_held_until: z.iso.datetime().nullable().meta({
          description: 'Until when the operator holds alerts back, for an upgrade; else null.',
        }),
        clock_ahead_sec: z.int().positive().optional().meta({
          description:
            'On one machine whose clock was moved: how far it is ahead of real time. DELETE /_local/clock sets it right.',
        }),
      }),
    },
  },
  ...documentOperations,
} as const satisfies Record<string, Operation>;
