import type { Context } from 'aws-lambda';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import { monitorOfOwnPing, readOwnPing } from '../../lib/flows/aws/own-ping.ts';
import { reachedSpace } from '../../lib/flows/aws/reached-space.ts';
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
  return async (
    event: unknown,
    { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>,
  ): Promise<HookAnswer> => {
    try {
      const { target, ...sent } = readOwnPing(event);
      const { key } = await reached();
      const { monitor, created } = await monitorOfOwnPing(deps, key, target);
      await recordSignal(deps, { by: 'name', id: monitor.id, seen: monitor }, sent);
      const { kind } = sent.signal;
      return { ok: true, endpoint_id: shownIdOf(monitor), created, kind: kind === 'ping' ? 'success' : kind };
    } catch (error) {
      const { code, detail } = refusalOf(error, { requestId, routeKey: 'hook' }, deps.log);
      // Lambda answers with name and message, and logs them: of what was sent they have the refused value alone.
      // oxlint-disable-next-line eslint/preserve-caught-error
      throw Object.assign(new Error(detail ?? code), { name: code });
    }
  };
}
