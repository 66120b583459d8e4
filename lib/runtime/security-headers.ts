import type { Reply } from './call.ts';
import type { Config } from '../config/config.ts';

/**
 * What every answer carries at the edge; the functions send the same where there is none. The stack's policy is held to
 * these by a test.
 */
export const SECURITY_HEADERS = {
  /** Whatever the reply says. */
  always: { 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' },
  /** Paths carry tokens, so no page may leak its address. A Content-Security-Policy is each page's own. */
  unlessSaid: { 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' },
} as const;

/** A reply as it leaves the function. */
export function secured(reply: Reply, { securityHeaders }: Pick<Config, 'securityHeaders'>): Reply {
  if (securityHeaders?.by !== 'function') return reply;
  const { always, unlessSaid } = SECURITY_HEADERS;
  return { ...reply, headers: { ...unlessSaid, ...reply.headers, ...always } };
}
