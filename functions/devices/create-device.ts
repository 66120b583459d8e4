import { newUuid } from '../../lib/adapters/ids.ts';
import { newSymbol } from '../../lib/adapters/symbols.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getDevice, newDeviceItems } from '../../lib/data/machines/devices.ts';
import type { OwnedSpace } from '../../lib/data/accounts/owner-counters.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { newSymbolItem } from '../../lib/data/machines/push-tokens.ts';
import type { WriteConflict } from '../../lib/data/table.ts';
import type { Quote } from '../../lib/domain/billing/quote.ts';
import { shown } from '../../lib/domain/decision.ts';
import {
  type Device,
  readDeviceId,
  deviceGroup,
  deviceName,
} from '../../lib/domain/machines/devices/device.ts';
import { newDevice } from '../../lib/domain/machines/devices/lifecycle.ts';
import type { WatchedDevice } from '../../lib/domain/machines/devices/watching.ts';
import { charge, type Decide } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { withWatcher } from '../../lib/flows/machines/device-watchers.ts';
import { shownDevice } from '../../lib/render/machines/device-view.ts';
import type { Ctx, Handle, Input } from '../../lib/runtime/context.ts';
import { Result, type ResultParts } from '../../lib/runtime/result.ts';
import { guestAsHolder, ownerAsHolder } from './device-holder.ts';
import { asWatched, watchedDevice } from './watching.ts';

type Create = typeof catalogue.createDevice;
/** A device as it was asked for. */
type Asked = Pick<Device, 'id' | 'symbol' | 'name' | 'group'> & { isRepeatable: boolean; isWatched: boolean };
type Made = WatchedDevice & { parts: ResultParts };

export const createDevice: Handle<Create> = async (ctx, input) => {
  const { nome, grupo = null, request_id: requestId, vigiar = false } = input.body;
  const names = { name: valueOrRefusal(deviceName(nome)), group: valueOrRefusal(deviceGroup(grupo)) };
  const asked = requestId ? readDeviceId(requestId) : undefined;
  const made = { id: asked ?? newUuid(), symbol: newSymbol(await ctx.secret()), ...names };
  return charge(
    (quote, owned) => settled(ctx, quote, owned),
    (conflict) =>
      creation(ctx, input, { ...made, isRepeatable: asked !== undefined, isWatched: vigiar }, conflict),
    async ({ result: { parts, ...device }, ...cost }, write) => {
      const answer = { ambiente: shownDevice(device, ctx.now, ctx.origins.base) };
      return ctx.commit(charged(new Result(answer, parts), cost), write);
    },
  );
};

async function creation(
  ctx: Ctx<'optional'>,
  input: Input<Create>,
  { isRepeatable, isWatched, ...asked }: Asked,
  conflict: WriteConflict | undefined,
): ReturnType<Decide<Made>> {
  const { table, caller } = ctx;
  const isKnown = caller.kind !== 'nobody';
  const known = isKnown ? await decidingOwner(table, caller.owner, conflict) : null;
  const earlier = isRepeatable ? await getDevice(table, asked.id) : undefined;
  if (earlier) {
    refuseOther(earlier, known, asked);
    return { done: { ...(await withWatcher(table, earlier)), parts: { status: 200 } } };
  }
  if (isTaken(conflict)) throw conflicting(asked.id);
  const holder = isKnown && known ? ownerAsHolder(ctx, caller, known) : await guestAsHolder(ctx, input);
  const { ctx: theirs, owner, spaceId, parts } = holder;
  const items = (device: Device) => [
    // The first: by its refusal it is known that the id was used up.
    ...newDeviceItems(table, device),
    newSymbolItem(table, { symbol: device.symbol, deviceId: device.id, measure: null }),
    ...holder.items,
  ];
  const write = { device: newDevice({ ...asked, spaceId }, ctx.now), items };
  const action = isWatched
    ? await watchedDevice(theirs, owner, write)
    : asWatched(ctx, owner, undefined, write);
  return { ...action, counted: holder.counted(action.request), result: { ...action.result, parts } };
}

/** What costs something is an owner's: a guest that is made by the same call could not pay for it again. */
function settled(ctx: Ctx<'optional'>, quote: Quote, owned: OwnedSpace) {
  if (ctx.caller.kind !== 'nobody' || quote.charges.length === 0) return pay(ctx, quote, owned);
  const detail =
    'vigiar costs something here: take a guest token (POST /api/guest) or sign in, and pay as that owner.';
  throw new Refusal('credencial_ausente', detail);
}

/** Throws 409 unless the device is what an earlier call with the same id, name and group of the same owner made. */
function refuseOther(
  device: Device,
  owner: Owner | null,
  { name, group }: Pick<Device, 'name' | 'group'>,
): void {
  const isSame = device.name === name && device.group === group;
  if (!isSame || !owner?.spaces.includes(device.spaceId)) throw conflicting(device.id);
}

/** Whether the id was used up by a device that is gone: there is none of it, and there cannot be one. */
function isTaken(conflict: WriteConflict | undefined): boolean {
  return conflict?.refused[0] === true;
}

function conflicting(id: string): Refusal {
  return new Refusal(
    'ambiente_conflitante',
    `request_id must not belong to another or a deleted device: a repeat needs the same nome, grupo and owner; got ${shown(id)}.`,
  );
}
