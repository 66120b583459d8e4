import { newDeviceId } from '../../lib/adapters/ids.ts';
import { newSymbol } from '../../lib/adapters/symbols.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { countDevicesItem } from '../../lib/data/device-counters.ts';
import { getDevice, newDeviceItems } from '../../lib/data/devices.ts';
import { newGuestItems, type Owner } from '../../lib/data/owners.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { newSymbolItem } from '../../lib/data/symbols.ts';
import { transact, type TransactItem, type WriteConflict } from '../../lib/data/table.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Device } from '../../lib/domain/device/device.ts';
import { readDeviceId } from '../../lib/domain/device/device-id.ts';
import { deviceGroup, deviceName } from '../../lib/domain/device/device-name.ts';
import { newDevice } from '../../lib/domain/device/lifecycle.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { decided } from '../../lib/flows/decided.ts';
import { decidingOwner, homeOf } from '../../lib/flows/deciding-owner.ts';
import { newGuest } from '../../lib/flows/new-guest.ts';
import { shownDevice } from '../../lib/render/view/device-view.ts';
import type { Ctx, Handle, Input } from '../../lib/runtime/context.ts';
import { Result, type ResultParts } from '../../lib/runtime/result.ts';

type Create = typeof catalogue.createDevice;
type Names = Pick<Device, 'name' | 'group'>;

export const createDevice: Handle<Create> = async (ctx, input) => {
  const { nome, grupo = null, request_id: requestId } = input.body;
  const names = { name: decided(deviceName(nome)), group: decided(deviceGroup(grupo)) };
  const asked = requestId ? readDeviceId(requestId) : undefined;
  const made = { id: asked ?? newDeviceId(), symbol: newSymbol(await ctx.secret()), ...names };
  return retryOnConflict(async (conflict) => {
    const owner = ctx.caller.kind === 'nobody' ? null : ctx.caller.owner;
    const deciding = owner && (await decidingOwner(ctx.table, owner, conflict));
    const earlier = asked === undefined ? undefined : await getDevice(ctx.table, asked);
    if (earlier) return shownAgain(ctx, earlier, deciding, names);
    if (isTaken(conflict)) throw conflicting(made.id);
    const holder = deciding ? ownerAsHolder(ctx, deciding) : await guestAsHolder(ctx, input);
    const device = newDevice({ ...made, spaceId: holder.spaceId }, ctx.now);
    const answer = new Result({ ambiente: shownDevice(device, ctx.now, ctx.origins.base) }, holder.parts);
    return ctx.commit(answer, (rows) =>
      transact(ctx.table, [
        // The first: by its refusal it is known that the id was used up.
        ...newDeviceItems(ctx.table, device),
        newSymbolItem(ctx.table, { symbol: device.symbol, deviceId: device.id, measure: null }),
        ...holder.items,
        ...rows,
      ]),
    );
  });
};

/** Whose a device becomes, and what is written of that. */
interface Holder {
  spaceId: string;
  items: TransactItem[];
  parts: ResultParts;
}

/** Throws 409 for an owner that has as many as it may. */
function ownerAsHolder({ table }: Ctx, owner: Owner): Holder {
  if (owner.devices >= LIMITS.devicesMax)
    throw new Refusal(
      'limite_ambientes',
      `An owner has at most ${LIMITS.devicesMax} devices; delete one first.`,
    );
  const spaceId = homeOf(owner);
  const counted = countDevicesItem(table, { ownerId: owner.id, spaceId }, { devices: 1, collections: 0 });
  return { spaceId, items: [counted], parts: {} };
}

async function guestAsHolder(ctx: Ctx, input: Input<Create>): Promise<Holder> {
  const { guest, token, cookies } = await newGuest(ctx, input);
  return {
    spaceId: guest.spaceId,
    items: newGuestItems(ctx.table, guest, { devices: 1 }),
    parts: { headers: { 'x-guest-token': token }, cookies },
  };
}

/** What an earlier call with the same id, name and group of the same owner made. Throws 409 for any other. */
function shownAgain(ctx: Ctx, device: Device, owner: Owner | null, { name, group }: Names) {
  const isSame = device.name === name && device.group === group;
  if (!isSame || !owner?.spaces.includes(device.spaceId)) throw conflicting(device.id);
  return new Result({ ambiente: shownDevice(device, ctx.now, ctx.origins.base) }, { status: 200 as const });
}

/** Whether the id was used up by a device that is gone: there is none of it, and there cannot be one. */
function isTaken(conflict: WriteConflict | undefined): boolean {
  return conflict?.refused[0] === true;
}

function conflicting(id: string): Refusal {
  return new Refusal(
    'ambiente_conflitante',
    `request_id must be of no other device, nor of one that was deleted: a repeat needs the same nome, grupo and owner; got ${shown(id)}.`,
  );
}
