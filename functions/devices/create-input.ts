import { hashOf, newId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import {
  changedChannelItems,
  getChannel,
  newChannelItems,
} from '../../lib/data/machines/collector-channels.ts';
import { stillThereItem } from '../../lib/data/machines/devices.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { monitoringOf, newChannel, rotatedChannel } from '../../lib/domain/machines/collectors/lifecycle.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { inputView } from '../../lib/render/machines/input-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { inputCredential } from '../../lib/runtime/derived-secrets.ts';
import { Result } from '../../lib/runtime/result.ts';
import { setupSource, setupWithCredential } from './input-setup.ts';

/** The numbers of an earlier credential stay until the first push with the new one, and are shown to nobody. */
export const createInput: Handle<typeof catalogue.createInput> = async (ctx, { params, body }) => {
  const { table, now } = ctx;
  const { collector, monitoring: asked } = body;
  const secret = await ctx.secret();
  const at = { hashOf: (of: Parameters<typeof inputCredential>[1]) => hashOf(inputCredential(secret, of)), now };
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const device = await deviceOfOwner(table, params.id, owner);
    const monitoring = valueOrRefusal(monitoringOf({ collector, asked }, device.facts));
    const before = await getChannel(table, { deviceId: device.id, collector });
    const after = before
      ? rotatedChannel(before, monitoring, at)
      : newChannel({ deviceId: device.id, collector, id: newId() }, monitoring, at);
    const source = setupSource(device, after);
    const answer = {
      channel: inputView(device, { channel: after, last: undefined }, now),
      setup: await setupWithCredential(ctx, source),
      generatedAt: isoOf(after.setupAt),
    };
    const parts = { status: before ? 200 : 201, derivedFrom: { spaceId: device.spaceId, input: source } } as const;
    const items = [
      stillThereItem(table, device),
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
      ...(before ? changedChannelItems(table, before, after) : newChannelItems(table, after)),
    ];
    return ctx.commit(new Result(answer, parts), (rows) => transact(table, [...items, ...rows]));
  });
}; // prettier-ignore
