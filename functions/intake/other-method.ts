import { everyPush } from '../../lib/contract/machines/every-push.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import { notFoundReply } from '../../lib/runtime/replies.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';

/** The reply to a method that no push takes: it asks nobody. */
export function otherPushReply(call: Call): Reply {
  return wrongMethodReply(call, [everyPush]) ?? notFoundReply(call);
}
