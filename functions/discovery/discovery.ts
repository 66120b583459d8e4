import { discoveryOperations } from '../../lib/contract/agents/discovery.ts';
import { area } from '../../lib/runtime/area.ts';
import { catalogue } from '../../lib/contract/catalogue.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { inGzip } from '../../lib/runtime/lambda/gzip.ts';
import { nowhereReply } from '../../lib/runtime/not-found-page.ts';
import { pipelineOf } from '../../lib/runtime/pipeline.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';
import * as documents from './get-document.ts';
import { aheadSecOf } from '../../lib/adapters/clock.ts';
import { holdAt } from '../../lib/domain/alerts/alert-stop.ts';
import { isoOf, isoOrNull } from '../../lib/domain/instant.ts';
import { outagesNow } from '../../lib/flows/monitors/detect-outages.ts';
import { outageView } from '../../lib/render/monitors/deadline-view.ts';
import { required } from '../../lib/config/config.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getHealth: Handle<typeof catalogue.getHealth> = async (ctx) => ({
  ok: true,
  app: 'rollcall',
  build: required(ctx.config.build, 'its build'),
  ts: isoOf(ctx.now),
  alerts_held_until: isoOrNull(holdAt(ctx.config.hold, ctx.now)),
  ...(aheadSecOf(ctx.clock) > 0 && { clock_ahead_sec: aheadSecOf(ctx.clock) }),
  ...outageView(await outagesNow(ctx, ctx.now)),
});

const operations = area({
  declared: discoveryOperations,
  callsAt: 'documents',
  implemented: { getHealth, ...documents },
});

/** The discovery area, which also answers what no other route does (`$default`). */
export function discoveryHandler(deps: ApiDeps): LambdaHandler {
  const pipeline = pipelineOf(operations, deps, {});
  const declared = Object.values(catalogue);
  const answer = async (sent: Call) => {
    const call = sent.path === '/api' ? { ...sent, path: INDEX } : sent;
    return call.routeKey === '$default' && !asksForIndex(call)
      ? (wrongMethodReply(call, declared) ?? nowhereReply(call))
      : pipeline.answer(call);
  };
  return lambdaHandler({ ...pipeline, answer }, deps.config, inGzip);
}

/** Whether the gateway keeps its final slash is not documented, so `/api` is the index too. */
const INDEX = '/api/';

function asksForIndex({ path, method }: Call): boolean {
  return (method === 'GET' || method === 'HEAD') && path === INDEX;
}
