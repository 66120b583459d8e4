import { INVOKE_MS } from '../adapters/invoke.ts';
import { unavailable, type PostAnswer } from '../adapters/post-json.ts';
import type { FunctionArea } from '../areas/areas.ts';
import { contextOf, type LocalHandler } from './service-handlers.ts';

/**
 * What Lambda does of a call that waits for its answer: both travel as JSON, what is thrown is no answer, and who called
 * waits no longer than it would in AWS while the function goes on.
 */
export async function invokeHere(
  handlers: Readonly<Partial<Record<FunctionArea, LocalHandler>>>,
  area: FunctionArea,
  event: object,
  waitMs = INVOKE_MS,
): Promise<PostAnswer<unknown>> {
  const handle = handlers[area];
  if (!handle) throw new Error(`There is no function ${area} here.`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PostAnswer<never>>((resolve) => {
    timer = setTimeout(() => resolve(unavailable('timeout')), waitMs);
  });
  const answered = handle(asJson(event), contextOf(area)).then(
    (answer): PostAnswer<unknown> => ({ kind: 'answered', answer: asJson(answer) }),
    () => unavailable('failed'),
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
