import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { countDevicesItem, countedTogether } from '../../lib/data/machines/device-counters.ts';
import { countItem } from '../../lib/data/accounts/owner-counters.ts';
import { newGuestAccessItems, newGuestOwner, newOwnerItem, type Owner } from '../../lib/data/owners.ts';
import type { TransactItem } from '../../lib/data/table.ts';
import type { Usage } from '../../lib/domain/billing/allowance.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Action } from '../../lib/flows/billing/charge.ts';
import { homeOf } from '../../lib/runtime/current-owner.ts';
import { newGuest } from '../../lib/flows/accounts/new-guest.ts';
import type { Ctx, Input, OwnerCaller } from '../../lib/runtime/context.ts';
import type { ResultParts } from '../../lib/runtime/result.ts';

/** Whose a new device becomes. */
export interface DeviceHolder {
  owner: Owner;
  spaceId: string;
  /** As a call of that owner. */
  ctx: Ctx<'owner'>;
  /** What is written of the owner besides its counters. */
  items: TransactItem[];
  /** Counts the device with what else is asked for of the allowance. */
  counted: (request: Usage) => Action<unknown>['counted'];
  parts: ResultParts;
}

/** Throws 409 for an owner that has as many as it may. */
export function ownerAsHolder(ctx: Ctx<'optional'>, caller: OwnerCaller, owner: Owner): DeviceHolder {
  if (owner.devices >= LIMITS.devicesMax)
    throw new Refusal(
      'limite_ambientes',
      `An owner has at most ${LIMITS.devicesMax} devices; delete one first.`,
    );
  const owned = { ownerId: owner.id, spaceId: homeOf(owner) };
  return {
    owner,
    spaceId: owned.spaceId,
    ctx: { ...ctx, caller },
    items: [],
    counted: (request) => (ceiling, bought) =>
      countedTogether(
        countItem(ctx.table, owned, request, ceiling, bought),
        countDevicesItem(ctx.table, owned, { devices: 1, collections: 0 }),
      ),
    parts: {},
  };
}

/** Throws 403 where no guests are made. */
export async function guestAsHolder(
  ctx: Ctx<'optional'>,
  input: Input<typeof catalogue.createDevice>,
): Promise<DeviceHolder> {
  const { guest, token, cookies } = await newGuest(ctx, input);
  const owner = newGuestOwner(guest);
  return {
    owner,
    spaceId: guest.spaceId,
    ctx: { ...ctx, caller: { kind: 'owner', owner, by: 'guest' } },
    items: newGuestAccessItems(ctx.table, guest),
    counted: (request) => () => newOwnerItem(ctx.table, { ...owner, ...request, devices: 1 }),
    parts: { headers: { 'x-guest-token': token }, cookies },
  };
}
