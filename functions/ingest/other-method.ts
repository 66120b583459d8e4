import { everySignal } from '../../lib/contract/monitors/every-signal.ts';
import { HEALTHCHECKS_PATH } from '../../lib/contract/monitors/ping-paths.ts';
import { pingNotFound } from '../../lib/flows/or-refuse.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import { errorReply } from '../../lib/runtime/replies.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';

/** The paths of signals, whoever they are for. Their declarations load the schema library, which ingest does not. */
const SIGNALS = [
  '/in/:id',
  '/in/:id/:action',
  '/in/:ingestKey/:slug/:signal',
  `${HEALTHCHECKS_PATH}/:pingKey/:slug/:signal`,
  '/in/p/:apiKey/:monitor/:state',
].map((path) => ({
  ...everySignal,
  path,
}));

/** The reply to a method that no signal takes, 404 where no signal could be. It asks nobody. */
export function otherSignalReply(call: Call): Reply {
  return (
    wrongMethodReply({ ...call, path: call.path.replace(/\/$/, '') }, SIGNALS) ??
    errorReply(pingNotFound(), call)
  );
}
