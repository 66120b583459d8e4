import { noteReached } from '../../data/alerts/alerts.ts';
import { SENT_TO_SOME, type Alert } from '../../domain/alerts/alert.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../concurrently.ts';
import { managersOfSpace, type Manager } from '../accounts/organization-managers.ts';
import { undeliverable, type DeliveryResult } from './delivery-result.ts';
import { mailTo } from './mail-to.ts';
import { mailService, mailsAtOneTurn } from './paced-recipient.ts';

/** So many are mailed side by side: an organization of fifty takes a second or two. */
const AT_ONCE = 5;
/** Mails begun later might not end within the time of a message; the next try goes on with the rest. */
const BEGUN_WITHIN_MS = 4_000;

/**
 * Mails alerts to each who owns or administers the organization of their monitor at this moment. Who was mailed is noted in
 * the alerts at once, so a further try, after a failure or a crash, mails only those whom none has reached.
 */
export async function mailManagers(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const managers = await managersOfSpace(deps.table, monitor.spaceId);
  if (managers.length === 0) return undeliverable('no_address', 'The organization has no owner or admin.');
  const startedAt = deps.clock.now();
  const isReached = ({ addressHash }: Manager) =>
    alerts.every(({ reached }) => reached?.includes(addressHash));
  const results: DeliveryResult[] = managers.filter(isReached).map(() => REACHED_BEFORE);
  const waiting = managers
    .filter((manager) => !isReached(manager))
    .slice(0, mailsAtOneTurn(await mailService(deps)));
  const workOff = async () => {
    const isSlowedDown = () => results.some(({ slowDown }) => slowDown !== undefined);
    while (waiting.length > 0 && !isSlowedDown() && deps.clock.now() < startedAt + BEGUN_WITHIN_MS) {
      const [next] = waiting.splice(0, 1);
      if (next) results.push(await mailManager(deps, alerts, { monitor, manager: next }));
    }
  };
  await allDone(Array.from({ length: AT_ONCE }, workOff));
  const isRepeat = alerts.every(({ attempts }) => attempts.some(({ outcome }) => outcome === SENT_TO_SOME));
  const durationMs = deps.clock.now() - startedAt;
  return { ...summaryOf(results, { of: managers.length, isRepeat }), durationMs };
}

async function mailManager(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  { monitor, manager: { address, addressHash } }: { monitor: Monitor; manager: Manager },
): Promise<DeliveryResult> {
  const untold = alerts.filter(({ reached }) => !reached?.includes(addressHash));
  const contents = untold.map(({ content }) => content);
  const result = await mailTo(deps, contents, { monitor, address });
  if (result.state === 'sent')
    await allDone(untold.map((alert) => noteReached(deps.table, alert, addressHash)));
  return result;
}

const REACHED_BEFORE: DeliveryResult = {
  state: 'sent',
  outcome: 'sent',
  status: null,
  detail: 'An earlier attempt reached the address.',
  durationMs: 0,
};

/** The time was over before the first mail. */
const NOT_BEGUN = { ...REACHED_BEFORE, state: 'failed', outcome: 'unavailable' } as const;

/**
 * One result for all of them. Whom the mail service refuses again, while others were reached, is not tried any longer: the
 * news that the job is back would wait for it.
 */
function summaryOf(
  results: readonly DeliveryResult[],
  { of, isRepeat }: { of: number; isRepeat: boolean },
): DeliveryResult {
  const reached = results.filter(({ state }) => state === 'sent').length;
  const failed = results.filter(({ state }) => state === 'failed');
  const ended = results.filter(({ state }) => state === 'undeliverable');
  const unfinished = of - reached - ended.length;
  const detail = detailOf({ of, reached, ended: ended.length, unfinished });
  if (reached === 0) {
    const fault =
      failed.find(({ slowDown }) => slowDown) ??
      failed[0] ??
      ended.find(({ outcome }) => outcome === 'no_sender');
    if (fault) return { ...fault, detail: `${fault.detail} ${detail}` };
    return unfinished === 0 ? undeliverable(ended[0]?.outcome ?? '', detail) : { ...NOT_BEGUN, detail };
  }
  const isRefused = failed.length === unfinished && failed.every(({ outcome }) => outcome === 'rejected');
  const isOver = unfinished === 0 || (isRepeat && isRefused);
  const slowDown = failed.find((each) => each.slowDown)?.slowDown;
  const left = failed.length === 0 ? unfinished : undefined;
  const some = { state: 'failed', outcome: SENT_TO_SOME, slowDown, left } as const;
  return { ...REACHED_BEFORE, ...(!isOver && some), detail };
}

function detailOf(count: { of: number; reached: number; ended: number; unfinished: number }): string {
  const { of, reached, ended, unfinished } = count;
  return [
    `Mailed ${reached === 0 ? 'none' : reached} of the ${of} owners and admins of the organization`,
    ...(ended > 0 ? [`${ended} cannot be mailed or ended these mails`] : []),
    ...(unfinished > 0 ? [`the mail service did not take the mails of ${unfinished}`] : []),
  ]
    .join('; ')
    .concat('.');
}
