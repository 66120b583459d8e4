import * as z from 'zod';
import type { Operation } from '../operation.ts';

const page = {
  area: 'monitors',
  auth: 'none',
  path: '/pause/:token',
  status: 200,
  params: z.object({ token: z.string() }),
  output: { contentType: 'text/html; charset=utf-8' },
  refusesInKind: true,
  errors: ['not_found'],
} as const;

/** The second way in an alert: whoever holds it may pause its monitor, by a button and not by opening a link. */
export const pauseLinkOperations = {
  showPause: {
    ...page,
    method: 'GET',
    summary: 'Page behind the pause link of an alert; shows how its monitor stands and changes nothing.',
  },
  pauseByLink: {
    ...page,
    method: 'POST',
    summary: 'Pauses the monitor of an alert for 8 hours, unless it is paused for longer.',
    hints: { idempotent: true },
  },
} as const satisfies Record<string, Operation>;
