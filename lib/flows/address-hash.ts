import { hashOf } from '../adapters/ids.ts';
import { normalMailbox } from '../domain/alerts/channel.ts';

/** The key an address is kept under: its spelling without case. */
export function hashOfAddress(address: string): string {
  return hashOf(normalMailbox(address)).slice(0, 32);
}

/** By which a person of an issuer is known. Neither part may hold a NUL, so no two people share a hash. */
export function identityHashOf({ issuer, subject }: { issuer: string; subject: string }): string {
  return hashOf(`${issuer}\0${subject}`);
}
