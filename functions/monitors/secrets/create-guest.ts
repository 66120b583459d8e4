import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { createGuestOwner } from '../../../lib/data/owners.ts';
import { newGuest } from '../../../lib/flows/accounts/new-guest.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';

export const createGuest: Handle<typeof catalogue.createGuest> = async (ctx, input) => {
  const { guest, token, cookies } = await newGuest(ctx, input);
  await createGuestOwner(ctx.table, guest);
  return new Result({ token }, { cookies });
};
