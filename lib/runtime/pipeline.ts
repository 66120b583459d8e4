import { isOpenToSites } from '../contract/credentials.ts';
import { Refusal } from '../contract/errors.ts';
import type { Declared, Operation } from '../contract/operation.ts';
import { WriteConflict } from '../data/table.ts';
import { typeOf, type AreaOperations, type InKind } from './area.ts';
import { authenticate, KNOWN_KINDS, NOBODY, type Acting } from './authenticate.ts';
import type { Call, Reply } from './call.ts';
import type { Handle } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { inputOf } from './input.ts';
import type { Answering } from './lambda.ts';
import { originsOf } from './origins.ts';
import { isPreview } from './preview.ts';
import { closedToSites, errorReply, houseReply, nothingHere, retryHeader } from './replies.ts';
import { resultReply } from './result-reply.ts';
import { routerOf } from './router.ts';

/** An area whose parts were checked against what it declares when it was put together. */
interface AnyArea {
  declared: Declared;
  implemented: Readonly<Record<string, Handle<Operation>>>;
  nowhere?: (call: Call) => Reply;
  inKind?: Readonly<Record<string, (refusal: Refusal) => InKind>>;
  preview?: (deps: ApiDeps, call: Call) => Reply;
}

/** One operation of an area, found for a call. */
interface Meant {
  operation: Operation;
  handle: Handle<Operation>;
  params: Record<string, string>;
}

/**
 * From a call to its reply: which operation it means, who calls, with what input; then the operation, and its result
 * or refusal written as the declaration says.
 */
export function pipelineOf<D extends Declared>(
  of: AreaOperations<D>,
  deps: ApiDeps,
  kinds = KNOWN_KINDS,
): Answering {
  const area = of as unknown as AnyArea;
  const find = routerOf(area.declared);
  const meant = (call: Call): Meant | undefined => {
    const found = find(call.method, call.path);
    const operation = found && area.declared[found.name];
    const handle = found && area.implemented[found.name];
    return operation && handle && { operation, handle, params: found.params };
  };
  const refused = (error: unknown, call: Call, { operation }: Meant, acting: Acting): Reply =>
    shared(refusalReply(area, operation, known(error), call, deps), operation, acting, kinds);

  return {
    async answer(call) {
      const found = meant(call);
      if (!found) return (area.nowhere ?? nothingHere)(call);
      const { operation, handle, params } = found;
      let acting = NOBODY;
      try {
        if (operation.previewed && area.preview && isPreview(call)) return area.preview(deps, call);
        acting = await authenticate(deps, operation.auth, call, params, kinds);
        const input = inputOf(operation, call, params) as Parameters<typeof handle>[1];
        const ctx = {
          ...deps,
          caller: acting.caller,
          now: deps.clock.now(),
          origins: originsOf(deps.config),
        };
        const result = await handle(ctx as Parameters<typeof handle>[0], input);
        return shared(resultReply(operation, result, call), operation, acting, kinds);
      } catch (error) {
        return refused(error, call, found, acting);
      }
    },
    refuse(call, error) {
      const found = meant(call);
      return found ? refused(error, call, found, NOBODY) : errorReply(error, call, deps.log);
    },
  };
}

/** A cookie is sent by a browser without being asked, so what it opened is for pages of this service alone. */
function shared(reply: Reply, operation: Operation, { place }: Acting, kinds: typeof KNOWN_KINDS): Reply {
  return isOpenToSites(operation, kinds) && place !== 'cookie' ? reply : closedToSites(reply);
}

/** A refusal in the output's own kind where the operation says so; faults of ours are the same for every operation. */
function refusalReply(
  { inKind = {} }: AnyArea,
  operation: Operation,
  error: unknown,
  call: Call,
  deps: ApiDeps,
): Reply {
  const type = typeOf(operation.output);
  const words = operation.refusesInKind && error instanceof Refusal ? inKind[type]?.(error) : undefined;
  if (!words || !(error instanceof Refusal)) return errorReply(error, call, deps.log);
  const headers = { 'content-type': type, ...retryHeader(error), ...words.headers };
  return houseReply(error.status, words.text, call, headers);
}

/** A write that lost against another one is the caller's to repeat. */
function known(error: unknown): unknown {
  return error instanceof WriteConflict
    ? new Refusal('conflito', 'Something else changed this at the same moment; repeat the call.')
    : error;
}
