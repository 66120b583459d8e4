import { hashOf } from '../adapters/ids.ts';
import { normalMailbox } from '../domain/alerts/channel.ts';

/** The key an address is kept under: its spelling without case. */
export function hashOfAddress(address: string): string {
  return hashOf(normalMailbox(address)).slice(0, 32);
}
