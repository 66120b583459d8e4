import { hashOf } from '../adapters/ids.ts';

/** By which a person of an issuer is known. Neither part may hold a NUL, so no two people share a hash. */
export function identityHashOf({ issuer, subject }: { issuer: string; subject: string }): string {
  return hashOf(`${issuer}\0${subject}`);
}
