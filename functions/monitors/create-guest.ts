import { hashOf, newId, newToken } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { createGuestOwner } from '../../lib/data/owners.ts';
import { told } from '../../lib/runtime/config.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const createGuest: Handle<typeof catalogue.createGuest> = async (ctx) => {
  if (!told(ctx.config.guests, 'whether guests are made').areMade)
    throw new Refusal('guests_off', 'This service makes no guests: whoever runs it set guests to off.');
  const token = newToken('hp_');
  const ids = { ownerId: newId(), spaceId: newId() };
  await createGuestOwner(ctx.table, { ...ids, tokenHash: hashOf(token), now: ctx.now });
  return { token };
};
