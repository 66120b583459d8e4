import { everySignal } from '../../lib/contract/monitors/every-signal.ts';
import { methodsOf } from '../../lib/contract/operation.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { isLinkPreview } from '../../lib/runtime/link-preview.ts';
import { errorReply, jsonReply } from '../../lib/runtime/replies.ts';
import { takeForeignPing, type ForeignPings } from './foreign-ping.ts';
import { healthchecksPings } from './healthchecks-ping.ts';
import { ingestCallOf, type KeyTarget } from './ingest-call.ts';
import { peerPings } from './peer-pings.ts';
import { recordByName } from './record-by-name.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';

const METHODS: ReadonlySet<string> = new Set(methodsOf(everySignal));
const FOREIGN: readonly ForeignPings[] = [...peerPings, healthchecksPings];

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
  const foreign = FOREIGN.find(({ form }) => form.test(call.path));
  if (everySignal.previewed && isLinkPreview(call)) {
    const { previewPage } = await import('./preview-page.ts');
    return previewPage(deps.config, call, () => (foreign?.callOf ?? ingestCallOf)(call));
  }
  if (foreign) return takeForeignPing(deps, call, foreign);
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

/** A timing is for a monitor that is made: one that there is keeps its own. */
function unmet(timing: KeyTarget['timing'], { cron, tz, intervalSec }: Monitor): string[] {
  const other = timing.filter(([name, value]) => {
    if (name === 'tz') return value !== tz;
    if (name === 'cron') return value.trim().replaceAll(/\s+/g, ' ') !== cron;
    return cron !== null || Number(value) !== intervalSec;
  });
  return [...new Set(other.map(([name]) => name))];
}
