import type { catalogue } from '../../lib/contract/catalogue.ts';
import { aheadSecOf } from '../../lib/adapters/clock.ts';
import { holdAt } from '../../lib/domain/alerts/alert-stop.ts';
import { isoOf, isoOrNull } from '../../lib/domain/instant.ts';
import { outagesNow } from '../../lib/flows/monitors/detect-outages.ts';
import { outageView } from '../../lib/render/monitors/deadline-view.ts';
import { told } from '../../lib/config/config.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getHealth: Handle<typeof catalogue.getHealth> = async (ctx) => ({
  ok: true,
  app: 'rollcall',
  build: told(ctx.config.build, 'its build'),
  ts: isoOf(ctx.now),
  alerts_held_until: isoOrNull(holdAt(ctx.config.hold, ctx.now)),
  ...(aheadSecOf(ctx.clock) > 0 && { clock_ahead_sec: aheadSecOf(ctx.clock) }),
  ...outageView(await outagesNow(ctx, ctx.now)),
});
