import { newSymbol } from '../../lib/adapters/symbols.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { CollectionView } from '../../lib/contract/machines/collection-output.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { countDevicesItem } from '../../lib/data/machines/device-counters.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { newSymbolItem } from '../../lib/data/machines/push-tokens.ts';
import { transact } from '../../lib/data/table.ts';
import { askedMeasures } from '../../lib/domain/machines/collections/asked-measures.ts';
import { collectionOf, withMeasures } from '../../lib/domain/machines/collections/collections-of.ts';
import {
  type Collection,
  type Device,
  deviceGroup,
  deviceName,
} from '../../lib/domain/machines/devices/device.ts';
import type { MachineFacts } from '../../lib/domain/machines/devices/facts.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { MeasureId } from '../../lib/domain/machines/measures/catalogue.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { collectionView } from '../../lib/render/machines/collection-view.ts';
import type { Ctx, Handle, Write } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';

/** The saved name and group of the device go before those that are sent, which must be good ones all the same. */
export const createCollections: Handle<typeof catalogue.createCollections> = async (ctx, { body }) => {
  valueOrRefusal(deviceName(body.nome));
  valueOrRefusal(deviceGroup(body.grupo ?? null));
  const secret = await ctx.secret();
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const device = await deviceOfOwner(ctx.table, body.ambiente_id, owner);
    const asked = { measure: body.medida ?? 'loadavg', profile: body.perfil ?? null };
    const measures = valueOrRefusal(askedMeasures(asked, factsOf(device)));
    const after = withMeasures(device, measures, () => newSymbol(secret), ctx.now);
    const views = measures.map((measure) => viewOf(ctx, after.device, measure));
    const answer = answerOf(views, after.added.length > 0 ? 201 : 200);
    if (after.added.length === 0) return ctx.commit(answer, null);
    // What the caller was read as may be of a moment ago; after a conflict it is as it is now.
    if (conflict) refusePastLimit(owner, after.added.length);
    return ctx.commit(answer, addition(ctx, owner, device, after));
  });
};

/** What a device told of itself. Throws 409 where it told nothing. */
function factsOf({ facts }: Device): MachineFacts {
  if (facts) return facts;
  const detail = 'ambiente_id must be a device that has reported; run the line of its `sonda` there first.';
  throw new Refusal('ambiente_nao_detectado', detail);
}

function viewOf({ origins }: Pick<Ctx, 'origins'>, device: Device, measure: MeasureId): CollectionView {
  const collection = collectionOf(device, measure);
  if (!collection) throw new Error('A device was to collect something and does not.');
  return collectionView(device, collection, origins.ingest);
}

function answerOf(views: CollectionView[], status: 200 | 201) {
  const [first] = views;
  if (!first) throw new Error('Nothing was to be collected.');
  return new Result({ coleta: first, coletas: views }, { status });
}

function refusePastLimit({ collections }: Owner, more: number): void {
  const most = LIMITS.collectionsMax;
  if (collections + more <= most) return;
  const detail = `An owner can have ${most} collections; there are ${collections}, and this would add ${more}.`;
  throw new Refusal('limite_coletas', detail);
}

function addition(
  { table }: Pick<Ctx, 'table'>,
  owner: Owner,
  before: Device,
  { device, added }: { device: Device; added: readonly Collection[] },
): Write {
  const items = [
    changedDeviceItem(table, before, device),
    ...added.map(({ id, measure }) => newSymbolItem(table, { symbol: id, deviceId: device.id, measure })),
    countDevicesItem(
      table,
      { ownerId: owner.id, spaceId: device.spaceId },
      { devices: 0, collections: added.length },
    ),
  ];
  return (rows) => transact(table, [...items, ...rows]);
}
