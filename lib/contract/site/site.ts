import * as z from 'zod';
import type { Operation } from '../operation.ts';

const token = z.object({ token: z.string() });
const page = {
  area: 'site',
  auth: 'none',
  status: 200,
  params: token,
  output: { contentType: 'text/html; charset=utf-8' },
  errors: ['not_found'],
} as const;

/** DECISIONS.md "Alert channels" 5: an address says itself that it wants alerts, by a button, not by opening a link. */
export const siteOperations = {
  showEmailConsent: {
    ...page,
    method: 'GET',
    path: '/email/:token',
    summary: 'Page that asks an address whether it wants alerts.',
  },
  confirmEmail: {
    ...page,
    method: 'POST',
    path: '/email/:token/confirm',
    summary: 'Confirms an address for alerts.',
    hints: { idempotent: true },
  },
  unsubscribeEmail: {
    ...page,
    method: 'POST',
    path: '/email/:token/unsubscribe',
    summary: 'Stops alerts to an address (RFC 8058 one-click).',
    hints: { idempotent: true },
  },
  showReport: {
    ...page,
    method: 'GET',
    path: '/report/:token',
    summary: 'Page behind the link of a report e-mail; says whether more will come and changes nothing.',
  },
  stopReport: {
    ...page,
    method: 'POST',
    path: '/report/:token/stop',
    summary: 'Stops the reports an e-mail belongs to (RFC 8058 one-click).',
    hints: { idempotent: true },
  },
} as const satisfies Record<string, Operation>;
