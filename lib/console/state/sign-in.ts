import { place } from '../router.ts';

/**
 * The way to a sign-in and back to this screen; for who is signed in, to another proof of the same person (`step`), or
 * one with a second factor (`mfa`).
 */
export function signInHere(proof?: 'step' | 'mfa'): string {
  const { path, query } = place.value;
  const here = query.size === 0 ? path : `${path}?${query}`;
  return `/auth/login?return=${encodeURIComponent(here)}${proof ? `&${proof}=1` : ''}`;
}
