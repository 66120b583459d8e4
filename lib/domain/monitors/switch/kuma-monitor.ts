import { LIMITS } from '../../limits.ts';
import {
  failuresKept,
  isSaid,
  leftOut,
  nameKept,
  pausedFrom,
  repeatKept,
  tagsKept,
  textOf,
  WHOLE_RANGE,
  wholeOf,
  withoutEqual,
  type Beside,
  type Brought,
  type Lost,
  type Row,
} from './brought.ts';

/** Made by its own page since 2021: ten of them, now 32. */
const PUSH_TOKEN = /^[A-Za-z0-9]{10,64}$/;

/**
 * Reads a monitor of Uptime Kuma, of its backup or a row of its table `monitor`: the same fields, spelled otherwise. Down is
 * what stays silent for its interval and then for each retry.
 */
export function readKumaMonitor(row: Row, { now }: Beside): Brought {
  const type = textOf(row['type']) ?? 'not said';
  if (type !== 'push') return leftOut(`its type is ${type.slice(0, 20)}: only push monitors wait for a job.`);
  const token = textOf(row['pushToken'] ?? row['push_token']);
  if (token === undefined || !PUSH_TOKEN.test(token))
    return leftOut('it has no push token, which is 10 to 64 letters and digits.');
  if (isSaid(row['upsideDown'] ?? row['upside_down']))
    return leftOut('it is upside down: there, a push means that it is down.');
  const interval = wholeOf(row['interval']);
  const retries = wholeOf(row['maxretries'] ?? 0);
  const retryEvery = wholeOf(row['retryInterval'] ?? row['retry_interval'] ?? 0);
  if (interval === undefined || retries === undefined || retryEvery === undefined)
    return leftOut(`its interval, retries and retry interval must be whole numbers ${WHOLE_RANGE}.`);
  const intervalSec = interval + retries * (retryEvery || interval);
  if (intervalSec < LIMITS.intervalMinSec || intervalSec > LIMITS.intervalMaxSec)
    return leftOut(
      `its interval and retries are ${intervalSec} s of silence; here it is ${LIMITS.intervalMinSec} to ${LIMITS.intervalMaxSec} s.`,
    );
  const lost: Lost[] = [];
  const resent = wholeOf(row['resendInterval'] ?? row['resend_interval']) ?? 0;
  const isActive = isSaid(row['active'] ?? true);
  const wanted = {
    name: nameKept([textOf(row['name']), 'push monitor'], lost),
    intervalSec,
    alertAfterFailures: failuresKept(retries, 'maxretries', lost),
    alertRepeatSec: repeatKept(resent === 0 ? undefined : resent * interval, 'resendInterval', lost),
    tags: tagsKept(tagsOf(row['tags']), lost),
    ...(!isActive && { pausedUntil: pausedFrom(now, lost) }),
  };
  const unlike = withoutEqual([
    [row['description'], 'description', 'There are no descriptions.'],
    [row['parent'], 'parent', 'There are no groups; tags tell monitors apart.'],
    [
      row['notificationIDList'],
      'notifications',
      'Its notifications are not imported; add a channel for all monitors (POST /api/channels).',
    ],
  ]);
  return { ok: true, value: { token, wanted, lost: [...lost, ...unlike] } };
}

/** A tag there has a name and may have a value. */
function tagsOf(tags: unknown): string[] {
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((tag: Row | null) => {
    const [name, value] = [textOf(tag?.['name']), textOf(tag?.['value'])];
    return name === undefined ? [] : [value === undefined ? name : `${name}-${value}`];
  });
}
