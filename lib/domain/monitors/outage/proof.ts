import type { Instant } from '../../instant.ts';

/** A ping of our own came in by a name: at that instant the path was open. */
export interface PathProof {
  at: Instant;
  /** By which name; one that is none of today's proves for all of them. */
  name: string;
  by: 'canary' | 'check';
}

/** What a ping of our own carries, by which its event can be told. */
export function proofRid(by: PathProof['by'], name: string): string {
  return `${by}-${name}`;
}

/** What an event of the canary's monitor proves; one from before names were told proves for all of them. */
export function proofOf({ at, rid }: { at: Instant; rid: string | null }): PathProof {
  const [by = '', name = ''] = (rid ?? '').split('-');
  return { at, name, by: by === 'check' ? 'check' : 'canary' };
}
