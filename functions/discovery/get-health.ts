import type { catalogue } from '../../lib/contract/catalogue.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { sightNow } from '../../lib/flows/sight.ts';
import { sightView } from '../../lib/flows/sight-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getHealth: Handle<typeof catalogue.getHealth> = async (ctx) => ({
  ok: true,
  app: 'rollcall',
  build: ctx.config.build,
  ts: isoOf(ctx.now),
  ...sightView(await sightNow(ctx, ctx.now)),
});
