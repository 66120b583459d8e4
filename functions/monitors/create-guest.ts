import { hashOf, newId, newToken } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { createGuestOwner } from '../../lib/data/owners.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const createGuest: Handle<typeof catalogue.createGuest> = async (ctx) => {
  const token = newToken('hp_');
  const ids = { ownerId: newId(), spaceId: newId() };
  await createGuestOwner(ctx.table, { ...ids, tokenHash: hashOf(token), now: ctx.now });
  return { token };
};
