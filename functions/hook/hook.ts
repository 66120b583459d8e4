import type { Context } from 'aws-lambda';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import { monitorOfOwnPing, readOwnPing, shownTarget, type OwnPing } from '../../lib/flows/aws/own-ping.ts';
import { reachedSpace, unknownNoter, type ReachedSpace } from '../../lib/flows/aws/reached-space.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';
import { refusalOf } from '../../lib/runtime/replies.ts';

/** What a call is answered once its ping is durable. */
interface HookAnswer {
  ok: true;
  endpoint_id: string;
  created: boolean;
  kind: 'success' | 'start' | 'fail' | 'log';
}

/**
 * The Lambda handler of pings by `lambda:InvokeFunction`: whoever may call it is known by that, and pings the monitors of the
 * owner of `awsEventsKeySecretArn`. What is refused is thrown under the name of its code, which Step Functions can catch.
 */
export function hookHandler(deps: AwsDeps) {
  const reached = reachedSpace(deps);
  const note = unknownNoter(deps);
  return async (
    event: unknown,
    { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>,
  ): Promise<HookAnswer> => {
    // At once: on one machine another call may be for another owner.
    const space = reached();
    try {
      return await record(deps, readOwnPing(event), await space);
    } catch (error) {
      const { code, detail = code, status } = refusalOf(error, { requestId, routeKey: 'hook' }, deps.log);
      if (status < 500) await showOwner(deps, { name: shownTarget(event), detail }, { space, note });
      // Lambda answers with name and message, and logs them: of what was sent they have the refused value alone.
      // oxlint-disable-next-line eslint/preserve-caught-error
      throw Object.assign(new Error(detail), { name: code });
    }
  };
}

async function record(
  deps: AwsDeps,
  { target, ...sent }: OwnPing,
  { key }: ReachedSpace,
): Promise<HookAnswer> {
  const { monitor, created } = await monitorOfOwnPing(deps, key, target);
  await recordSignal(deps, { by: 'name', id: monitor.id, seen: monitor }, sent);
  const { kind } = sent.signal;
  return { ok: true, endpoint_id: shownIdOf(monitor), created, kind: kind === 'ping' ? 'success' : kind };
}

/** Who calls without waiting hears nothing of a refusal, so its owner is shown it too. */
async function showOwner(
  { config, log }: AwsDeps,
  unknown: { name: string; detail: string },
  { space, note }: { space: Promise<ReachedSpace>; note: ReturnType<typeof unknownNoter> },
): Promise<void> {
  try {
    const { spaceId } = await space;
    await note(spaceId, { ...unknown, account: config.awsEvents?.account ?? '' });
  } catch (error) {
    log.error('identity_pings_not_noted', error);
  }
}
