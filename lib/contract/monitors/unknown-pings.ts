import * as z from 'zod';
import type { Operation } from '../operation.ts';

const instant = z.iso.datetime();

/** Pings by identity (docs/aws-jobs.md). */
export const unknownPingOperations = {
  listUnknownPings: {
    area: 'monitors',
    method: 'GET',
    path: '/api/ingest-key/unknown-pings',
    throttle: 'bulk',
    toolset: false,
    auth: 'owner',
    status: 200,
    summary:
      'Lists pings by AWS identity that matched none of your monitors, newest first: 50 of the last 14 days.',
    output: {
      json: z.strictObject({
        pings: z.array(
          z.strictObject({
            name: z.string().meta({ description: 'The slug as it was sent, or how the id began.' }),
            account: z.string().meta({ description: 'The account of AWS that sent it.' }),
            detail: z.string().meta({ description: 'Why it matched none.' }),
            first_at: instant,
            last_at: instant,
          }),
        ),
      }),
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
