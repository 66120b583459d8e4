import { hashOf } from '../../adapters/ids.ts';
import { nextGuestToken } from '../../data/accounts/guest-tokens.ts';
import { ownerOfGuestToken } from '../../data/owners.ts';
import type { GuestCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';

/**
 * Who holds a guest token, or held it until it was rotated: the latter may hear that answer again. Opens nothing but the
 * rotation itself.
 */
export async function guestCaller(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  token: string,
): Promise<GuestCaller | undefined> {
  const tokenHash = hashOf(token);
  const owner = await ownerOfGuestToken(table, tokenHash);
  if (owner?.kind === 'guest') return { kind: 'guest', tokenHash, ownerId: owner.id };
  const nextHash = await nextGuestToken(table, tokenHash, clock.now());
  return nextHash === undefined ? undefined : { kind: 'rotated', tokenHash, nextHash };
}
