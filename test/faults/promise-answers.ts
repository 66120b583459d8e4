import { statusOf, type Facts, type Rotation, type SentSignal } from './facts.ts';

/** As long as a deactivated monitor stays listed (DECISIONS.md "Monitor" 8). */
const LISTED_MS = 30 * 86_400_000;
/** As long as a function may run here. */
const CALL_LASTS_MS = 30_000;
/** Beyond the allowance, gone, met by another, too much at once: all that can be wrong with a request of these lives. */
const REFUSALS = new Set([402, 404, 409, 429]);

/** A call of a job or an owner, and which monitor it is about; none where that is not of those the run knows. */
interface Request {
  call: SentSignal['call'];
  status: number | undefined;
  id: string | undefined;
  /** The id as it stands in the path. */
  shown: string | undefined;
  /** It makes what it does not find. */
  isByKey: boolean;
  isDeletion: boolean;
  /** It finds a deactivated monitor too. */
  findsInactive: boolean;
}

/** Nobody hears that something is missing which is there, nor that something was done with what is gone. */
export function answersTrue(facts: Facts): string[] {
  const requests = facts.invocations
    .filter(({ name }) => name.includes('/'))
    .map((call) => requestOf(facts, call as Request['call']));
  const byId = Map.groupBy(requests, ({ id }) => id);
  const rotations = Map.groupBy(facts.rotations, ({ monitor }) => monitor);
  return requests.flatMap((request) => {
    const { call, status, id } = request;
    const related = id === undefined ? [] : (byId.get(id) ?? []);
    const moves = (id !== undefined && rotations.get(id)) || [];
    const isWrong =
      status === 404
        ? !mayBeMissing(request, related) && !mayBeRotated(request, moves)
        : status === 200 && (isGone(request, related) || isRotatedAway(request, moves));
    const isStrange = status !== undefined && status >= 400 && status < 500 && !REFUSALS.has(status);
    return isWrong || isStrange ? [`${call.name} was answered ${status}`] : [];
  });
}

function requestOf({ monitors }: Facts, call: Request['call']): Request {
  const [method, path = ''] = call.name.split(' ');
  const [, shown] =
    /^\/(?:in|api\/endpoints|api\/channels)\/(ch[a-z]{18}|[0-9a-z]{26}|[0-9a-z]{52})(?:\/|$)/.exec(path) ??
    [];
  const id = shown?.slice(0, 26);
  const [, key] = /^\/in\/(hpk_\w+\/[^/]+)/.exec(path) ?? [];
  const isDeletion = method === 'DELETE';
  return {
    call,
    status: statusOf(call),
    id: key === undefined ? id : monitors.find(({ byKey }) => byKey === key)?.id,
    shown,
    isByKey: key !== undefined,
    isDeletion,
    findsInactive: (isDeletion && path.startsWith('/api/endpoints')) || path.endsWith('/alerts'),
  };
}

/** A request without an answer, or with one of ours, may have done what it was to do. */
function mayBeDone({ status = 500 }: Pick<Request, 'status'>): boolean {
  return status === 200 || status >= 500;
}

/** Whether a rotation may have taken the id of a request away before that was over. */
function mayBeRotated({ call, shown, isByKey }: Request, rotations: readonly Rotation[]): boolean {
  if (isByKey) return false;
  const made = rotations.find(({ to }) => to === shown);
  return rotations.some(
    (each) =>
      each !== made &&
      mayBeDone({ status: statusOf(each.call) }) &&
      each.call.startSeq < call.endSeq &&
      (!made || isOverAt({ call: each.call, status: statusOf(each.call) }) > made.call.startSeq),
  );
}

/** Whether it did so for sure before the request, or before what that wrote, and nothing gave that id again. */
function isRotatedAway({ call, shown, isByKey }: Request, rotations: readonly Rotation[]): boolean {
  if (isByKey) return false;
  const made = rotations.find(({ to }) => to === shown);
  const lastWriteSeq = Math.max(-1, ...monitorWritesOf(call));
  return rotations.some((each) => {
    if (each.to === null || each === made || each.call === call) return false;
    const rotatedSeq = Math.max(-1, ...monitorWritesOf(each.call));
    const isOver = each.call.endSeq < call.startSeq || (rotatedSeq >= 0 && rotatedSeq < lastWriteSeq);
    return isOver && (!made || made.call.endSeq < each.call.startSeq);
  });
}

/** When a call wrote a monitor. */
function monitorWritesOf({ writes }: Request['call']): number[] {
  return writes.filter(({ key }) => key.endsWith('/MON')).map(({ seq }) => seq);
}

/** After it nothing of a request can arrive any more. */
function isOverAt({ call, status = 500 }: Pick<Request, 'call' | 'status'>): number {
  return status < 500 ? call.endSeq : Number.POSITIVE_INFINITY;
}

function mayBeMissing({ call, isByKey, findsInactive }: Request, related: readonly Request[]): boolean {
  const deletions = related.filter(
    (each) => each.isDeletion && mayBeDone(each) && each.call.startSeq < call.endSeq,
  );
  // What is deleted between the two looks of a ping by key is as good as deleted after it.
  if (isByKey) return deletions.some((each) => isOverAt(each) > call.startSeq);
  return deletions.some((deletion) => {
    const isBack = related.some(
      (each) =>
        each.isByKey &&
        each.status === 200 &&
        each.call.startSeq > isOverAt(deletion) &&
        each.call.endSeq < call.startSeq,
    );
    return !isBack && (!findsInactive || call.endedAt > deletion.call.startedAt + LISTED_MS);
  });
}

/** Whether it was gone for sure when it was asked for. */
function isGone({ call, isByKey, findsInactive }: Request, related: readonly Request[]): boolean {
  if (isByKey) return false;
  const revivals = related.filter((each) => each.isByKey && each.call.startSeq < call.endSeq);
  return related.some(
    (each) =>
      each.isDeletion &&
      each.status === 200 &&
      each.call.endSeq < call.startSeq &&
      revivals.every((revival) => isOverAt(revival) < each.call.startSeq) &&
      (!findsInactive || call.startedAt > each.call.endedAt + LISTED_MS + CALL_LASTS_MS),
  );
}
