import { everySignal } from '../../lib/contract/monitors/every-signal.ts';
import { methodsOf } from '../../lib/contract/operation.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { isLinkPreview } from '../../lib/runtime/link-preview.ts';
import { errorReply, jsonReply } from '../../lib/runtime/replies.ts';
import { HEALTHCHECKS_FORM, healthchecksCallOf, takeHealthchecksPing } from './healthchecks-ping.ts';
import { ingestCallOf, type KeyTarget } from './ingest-call.ts';
import { recordByName } from './record-by-name.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';

const METHODS: ReadonlySet<string> = new Set(methodsOf(everySignal));

/**
 * The hot path: no router, no schema library, and of a plain success in time one call to the table, which moves the monitor
 * and keeps the event (decisions/052). 200 only after both are durable (DECISIONS.md "Ingest" 3).
 */
export function ingestHandler(deps: IngestDeps): LambdaHandler {
  const answering = {
    answer: (call: Call) => ingest(deps, call),
    refuse: (call: Call, error: unknown) => errorReply(error, call, deps.log),
  };
  return lambdaHandler(answering, deps.config);
}

async function ingest(deps: IngestDeps, call: Call): Promise<Reply> {
  if (!METHODS.has(call.method)) {
    const { otherSignalReply: otherMethodReply } = await import('./other-method.ts');
    return otherMethodReply(call);
  }
  const isForeign = HEALTHCHECKS_FORM.test(call.path);
  if (everySignal.previewed && isLinkPreview(call)) {
    const { previewPage } = await import('./preview-page.ts');
    return previewPage(deps.config, call, () => (isForeign ? healthchecksCallOf : ingestCallOf)(call));
  }
  if (isForeign) return takeHealthchecksPing(deps, call);
  const { status } = everySignal;
  const sent = ingestCallOf(call);
  const kind = sent.named && { kind: sent.signal.kind };
  if (sent.target.by === 'id') {
    await recordSignal(deps, sent.target, sent);
    return jsonReply(status, { ok: true, ...kind }, call);
  }
  const { monitor, created, receipt } = await recordByName(deps, sent.target, sent, call);
  const known = { ok: true, endpoint_id: shownIdOf(monitor), created, ...kind };
  return jsonReply(status, { ...known, ...readAs(sent.target, monitor, created) }, call, receipt ?? {});
}

/** What of the call was not taken as it was sent: said in the answer, since a ping is never refused for a typo. */
function readAs({ slug, sentAs, unknown, timing }: KeyTarget, monitor: Monitor, created: boolean) {
  const first = monitor.sentAs ?? sentAs;
  const ignored = [...(created ? [] : unmet(timing, monitor)), ...unknown];
  return {
    ...((sentAs !== slug || first !== sentAs) && { slug }),
    ...(first !== sentAs && { first_sent_as: first }),
    ...(ignored.length > 0 && { ignored }),
  };
}

/** An interval is for a monitor that is made: one that there is keeps its own, or its schedule. */
function unmet(timing: KeyTarget['timing'], { cron, intervalSec }: Monitor): string[] {
  const other = timing.filter(([, value]) => cron !== null || Number(value) !== intervalSec);
  return [...new Set(other.map(([name]) => name))];
}
