import type { catalogue } from '../../lib/contract/catalogue.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { inputView } from '../../lib/render/machines/input-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { setupSource, setupWithout } from './input-setup.ts';
import { lastOf, ownInput } from './own-input.ts';

export const getInputSetup: Handle<typeof catalogue.getInputSetup> = async (ctx, { params }) => {
  const { device, channel } = await ownInput(ctx.table, params, ctx.caller.owner);
  return {
    channel: inputView(device, { channel, last: await lastOf(ctx.table, channel) }, ctx.now),
    setup: setupWithout(ctx, setupSource(device, channel)),
    generatedAt: isoOf(channel.setupAt),
  };
};
