import { CONTEXT_HEADER } from '../contract/cookies.ts';
import { isOpenToSites } from '../contract/credentials.ts';
import { Refusal } from '../contract/errors.ts';
import type { Declared, Operation } from '../contract/operation.ts';
import { WriteConflict } from '../data/table.ts';
import type { Surface } from '../domain/statistics/counted.ts';
import { typeOf, type AreaOperations, type InKind } from './area.ts';
import { authenticate, NOBODY, type Acting, type KnownKind } from './callers/authenticate.ts';
import { callCounts } from './report/call-counts.ts';
import type { Call, Reply } from './call.ts';
import type { Ctx, Handle } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { throughHop } from './mcp-voucher.ts';
import { inputOf } from './input.ts';
import type { Answering } from './lambda/lambda.ts';
import { arePublicPagesShown, urlsOf } from '../config/config.ts';
import { payingOf, paymentKeyOf } from './paying.ts';
import { isLinkPreview } from './link-preview.ts';
import { answerAlone, commitAlone, idempotencyKeyOf, isDryRun, type Once } from './idempotency/repeats.ts';
import { closedToSites, errorReply, houseReply, notFoundReply, refusalOf, retryHeader } from './replies.ts';
import { resultReply } from './result-reply.ts';
import type { DerivedFrom } from './result.ts';
import { routerOf } from './router.ts';
import { wrongMethodReply } from './wrong-method.ts';

/** An area whose parts were checked against what it declares when it was put together. */
interface AnyArea {
  declared: Declared;
  implemented: Readonly<Record<string, Handle<Operation>>>;
  callsAt?: Surface;
  taken?: (call: Call) => Call;
  nowhere?: (call: Call) => Reply;
  inKind?: Readonly<Record<string, (refusal: Refusal, call: Call) => InKind>>;
  preview?: (deps: ApiDeps, call: Call) => Reply;
  once?: Once;
  derive?: Readonly<Record<string, (ctx: Ctx<'owner'>, from: DerivedFrom) => Promise<Secrets>>>;
}

type Secrets = Readonly<Record<string, unknown>>;

/** The area that a call came to, and what is needed to carry the call out. */
interface Way {
  area: AnyArea;
  deps: ApiDeps;
  kinds: Readonly<Record<string, KnownKind>>;
}

/** The operation that a call means. */
interface Meant {
  name: string;
  operation: Operation;
  handle: Handle<Operation>;
  params: Record<string, string>;
}

/** From a call to its reply: finds the operation that it means and carries out what its declaration says. */
export function pipelineOf<D extends Declared>(
  area: AreaOperations<D>,
  deps: ApiDeps,
  kinds: Readonly<Record<string, KnownKind>>,
): Answering {
  const way: Way = { area: area as unknown as AnyArea, deps, kinds };
  const { declared, implemented, callsAt, nowhere = notFoundReply, taken = (call) => call } = way.area;
  const find = routerOf(declared);
  const noteCall = callsAt && deps.countsCalls !== false ? callCounts(deps, callsAt) : undefined;
  const reached = Object.values(declared);
  const meant = (call: Call): Meant | undefined => {
    const found = find(call.method, call.path);
    const operation = found && declared[found.name];
    const handle = found && implemented[found.name];
    return operation && handle && { ...found, operation, handle };
  };
  return {
    answer: async (sent) => {
      const call = taken(await throughHop(deps, sent));
      const found = meant(call);
      if (found) {
        const counted = isCounted(found.operation, callsAt) ? noteCall?.(call) : undefined;
        const reply = await carryOut(way, found, call);
        await counted;
        return reply;
      }
      // Routes take any method, so a wrong one is the area's to answer.
      const open = reached.filter((each) => each.auth === 'optionalOperator' || !isHidden(deps, each));
      return wrongMethodReply(call, open) ?? nowhere(call);
    },
    refuse: (sent, error) => {
      const call = taken(sent);
      const found = meant(call);
      if (!found) return errorReply(error, call, deps.log);
      return sharedWithSites(way, found.operation, NOBODY, refused(way, found.operation, call, error));
    },
  };
}

/** Pages but those of feeds tell themselves that they are seen (docs/statistics.md). */
function isCounted({ output }: Operation, callsAt: Surface | undefined): boolean {
  return callsAt === 'feed' || !('contentType' in output && output.contentType.startsWith('text/html'));
}

/** Whether it is for strangers where there is nothing for them: then there is nothing at its path, by any method. */
function isHidden({ config }: ApiDeps, { forStrangers }: Operation): boolean {
  return forStrangers === true && !arePublicPagesShown(config);
}

/** Who calls, with what input; then the operation, and its result or refusal as declared. */
async function carryOut(way: Way, meant: Meant, call: Call): Promise<Reply> {
  const { area, deps, kinds } = way;
  const { operation, params } = meant;
  const isClosed = isHidden(deps, operation);
  if (isClosed && operation.auth !== 'optionalOperator') return notFoundReply(call);
  let acting = NOBODY;
  try {
    if (operation.previewed && area.preview && isLinkPreview(call)) return area.preview(deps, call);
    acting = await authenticate(deps, { operation, call, params }, kinds);
    if (isClosed && acting.caller.kind === 'nobody') return notFoundReply(call);
    const result = await resultOf(way, meant, call, acting);
    return sharedWithSites(way, operation, acting, resultReply(operation, result, call));
  } catch (error) {
    return sharedWithSites(way, operation, acting, refused(way, operation, call, error));
  }
}

/** What an operation returns; what it returned at first where the call is a repeat of that. */
async function resultOf(
  { area, deps }: Way,
  { name, operation, handle, params }: Meant,
  call: Call,
  { caller }: Acting,
): Promise<unknown> {
  const key = idempotencyKeyOf(operation, call);
  const input = inputOf(operation, call, params) as Parameters<typeof handle>[1];
  const shared = {
    ...deps,
    caller,
    now: deps.clock.now(),
    origins: urlsOf(deps.config),
    route: operation,
    from: { address: call.clientAddress, via: call.via ?? null },
    paying: payingOf(operation, call, params),
    isDryRun: isDryRun(operation, input.query),
  };
  const run = (commit: Ctx['commit']) => handle({ ...shared, commit } as Parameters<typeof handle>[0], input);
  if (shared.isDryRun) return answerAlone(run);
  const keyOfPayment = key === undefined ? paymentKeyOf(operation, call, deps.config) : undefined;
  const either = key ?? keyOfPayment;
  if (either === undefined || caller.kind !== 'owner' || !area.once) return run(commitAlone);
  const ctx = { ...shared, caller, commit: commitAlone };
  const derive = area.derive?.[name];
  const keyed = { operation, call, caller, key: either, isPayment: keyOfPayment !== undefined };
  return area.once(deps, { ...keyed, derive: derive && ((from) => derive(ctx, from)) }, run);
}

/**
 * A cookie is sent by a browser without being asked, so what it opened is for pages of this service alone; a page of a
 * session is told whose view it has.
 */
function sharedWithSites(
  { kinds }: Way,
  operation: Operation,
  { place, context }: Acting,
  reply: Reply,
): Reply {
  if (isOpenToSites(operation, kinds) && place !== 'cookie') return reply;
  const closed = closedToSites(reply);
  return context === null ? closed : withHeader(closed, CONTEXT_HEADER, context);
}

function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name.toLowerCase()]: value } };
}

/** A refusal in the output's own kind where the operation says so; faults of ours are the same for every operation. */
function refused({ area, deps }: Way, operation: Operation, call: Call, thrown: unknown): Reply {
  const error = known(thrown);
  // One route serves many operations; the log names the one that failed.
  const named = { ...call, routeKey: `${call.method} ${operation.path}` };
  if (operation.neverRefuses) {
    // For the log.
    refusalOf(error, named, deps.log);
    return resultReply(operation, undefined, call);
  }
  const type = typeOf(operation.output);
  const words =
    operation.refusesInKind && error instanceof Refusal ? area.inKind?.[type]?.(error, call) : undefined;
  if (!words || !(error instanceof Refusal)) return errorReply(error, named, deps.log);
  const headers = { 'content-type': type, ...retryHeader(error), ...words.headers };
  return houseReply(words.status ?? error.status, words.text, call, headers);
}

/** A write that lost against another one is the caller's to repeat. */
function known(error: unknown): unknown {
  return error instanceof WriteConflict
    ? new Refusal('conflito', 'This was changed at the same moment; repeat the call.')
    : error;
}
