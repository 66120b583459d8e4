import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** Whether a person proved who it is within the last five minutes (SPEC.md "Authentication" 3). */
export function isRecentSignIn({ authTime }: { authTime: Instant }, now: Instant): boolean {
  return now - authTime <= LIMITS.recentSignInSec * 1000;
}
