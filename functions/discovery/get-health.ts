import type { catalogue } from '../../lib/contract/catalogue.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { serviceSight } from '../../lib/flows/service-sight.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getHealth: Handle<typeof catalogue.getHealth> = async (ctx) => ({
  ok: true,
  app: 'rollcall',
  build: ctx.config.build,
  ts: isoOf(ctx.now),
  ...(await serviceSight(ctx, ctx.now)),
});
