import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { errorReply, inTime, jsonReply, type LambdaReply } from '../../lib/runtime/replies.ts';
import type { LambdaHandler } from '../../lib/runtime/area-handler.ts';
import { isPreview, previewPage } from './preview-page.ts';
import { callOf, type KeyTarget } from './ingest-call.ts';
import { recordSignal } from './record-signal.ts';

/**
 * The hot path: no router, no schema library, one read, then the monitor's and the event's write side by side.
 * 200 only after both are durable (DECISIONS.md "Ingest" 3).
 */
export function ingestHandler(deps: CoreDeps): LambdaHandler {
  return middy<APIGatewayProxyEventV2, LambdaReply>(inTime)
    .use({
      onError: (request) => void (request.response = errorReply(request.error, request.event, deps.log)),
    })
    .handler((event) => ingest(deps, event)) as unknown as LambdaHandler;
}

async function ingest(deps: CoreDeps, event: APIGatewayProxyEventV2): Promise<LambdaReply> {
  if (isPreview(event)) return previewPage(deps.config, event);
  const call = callOf(event);
  const kind = call.named && { kind: call.signal.kind };
  if (call.target.by === 'id') {
    await recordSignal(deps, call.target.monitorId, call);
    return jsonReply(200, { ok: true, ...kind }, event);
  }
  const { findOrCreate } = await import('./find-or-create.ts');
  const { monitor, created } = await findOrCreate(deps, call.target);
  await recordSignal(deps, monitor.id, call, monitor);
  const known = { ok: true, endpoint_id: monitor.id, created, ...kind };
  return jsonReply(200, { ...known, ...readAs(call.target, monitor) }, event);
}

/** What of the call was not taken as it was sent: said in the answer, since a ping is never refused for a typo. */
function readAs({ slug, sentAs, unknown }: KeyTarget, monitor: Monitor) {
  const first = monitor.sentAs ?? sentAs;
  return {
    ...((sentAs !== slug || first !== sentAs) && { slug }),
    ...(first !== sentAs && { first_sent_as: first }),
    ...(unknown.length > 0 && { ignored: unknown }),
  };
}
