import { loadOnce } from '../../lib/adapters/load-once.ts';
import { everyPush } from '../../lib/contract/machines/every-push.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { errorReply, jsonReply, notFoundReply } from '../../lib/runtime/replies.ts';
import { sharedOf } from './instance-memory.ts';
import type { TakeInput } from './take-input.ts';
import { readingTaker, type TakeReading } from './take-reading.ts';

/**
 * The hot path of machines: no router, no schema library; a reading is one write. 200 only after that is durable. What is
 * remembered is one instance's own.
 */
export function intakeHandler(deps: IntakeDeps): LambdaHandler {
  const shared = sharedOf(deps);
  const takeReading = readingTaker(deps, shared);
  const takeInput = loadOnce(async () => (await import('./take-input.ts')).inputTaker(deps, shared));
  const answering = {
    answer: (call: Call) => intake({ takeReading, takeInput }, call),
    refuse: (call: Call, error: unknown) => errorReply(error, call, deps.log),
  };
  return lambdaHandler(answering, deps.config);
}

/** What collectors push is loaded with the first of them. */
interface Takers {
  takeReading: TakeReading;
  takeInput: () => Promise<TakeInput>;
}

async function intake({ takeReading, takeInput }: Takers, call: Call): Promise<Reply> {
  const [, wire, symbol, ...more] = call.path.split('/');
  if (wire === 'i') return (await takeInput())(call);
  if (wire !== 'r' || !symbol || more.length > 0) return notFoundReply(call);
  if (call.method !== everyPush.method) {
    const { otherPushReply: otherMethodReply } = await import('./other-method.ts');
    return otherMethodReply(call);
  }
  return jsonReply(everyPush.status, { ok: true, medidas: await takeReading(symbol, call) }, call);
}
