import { everyPush } from '../../lib/contract/every-push.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda.ts';
import { errorReply, jsonReply, nothingHere } from '../../lib/runtime/replies.ts';
import { readingTaker, type TakeReading } from './take-reading.ts';

/**
 * The hot path of machines: no router, no schema library; a reading is one write. 200 only after that is durable. What is
 * remembered is one instance's own.
 */
export function intakeHandler(deps: IntakeDeps): LambdaHandler {
  const takeReading = readingTaker(deps);
  const answering = {
    answer: (call: Call) => intake(takeReading, call),
    refuse: (call: Call, error: unknown) => errorReply(error, call, deps.log),
  };
  return lambdaHandler(answering, deps.config);
}

async function intake(takeReading: TakeReading, call: Call): Promise<Reply> {
  const [, wire, symbol, ...more] = call.path.split('/');
  if (wire !== 'r' || !symbol || more.length > 0) return nothingHere(call);
  if (call.method !== everyPush.method) {
    const { otherMethodReply } = await import('./other-method.ts');
    return otherMethodReply(call);
  }
  return jsonReply(everyPush.status, { ok: true, medidas: await takeReading(symbol, call) }, call);
}
