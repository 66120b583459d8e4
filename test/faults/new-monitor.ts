import type { Watched } from './facts.ts';
import type { Stage } from './stage.ts';

/** The request that creates some monitor of an owner, and what will be known of it once that is answered. */
export function creationBy(stage: Stage, owner: number) {
  const { world, random } = stage;
  const { token, address } = stage.owners[owner] ?? { token: '', address: '' };
  const watched = someMonitor(stage, owner, token);
  const { name, everyMin, intervalSec, graceSec, maxDurationSec } = watched;
  const body = {
    name,
    ...(everyMin === null
      ? { interval_sec: intervalSec }
      : { cron: `*/${everyMin} * * * *`, grace_sec: graceSec }),
    ...(maxDurationSec !== null && { max_duration_sec: maxDurationSec }),
    ...(random.chance(0.5) && { alert_to: address }),
    alert_url: `${world.ground.receiver.url}/${name}`,
    alert_repeat_sec: watched.repeatSec,
    ...(watched.isNightly && { tags: ['nightly'] }),
    ...(watched.inARow > 1 && { alert_after_failures: watched.inARow }),
  };
  return { watched, call: world.request('monitors', 'POST', '/api/endpoints', { token, body }) };
}

function someMonitor(
  stage: Stage,
  owner: number,
  token: string,
): Omit<Watched, 'id' | 'shown' | 'isRotated'> {
  const { random } = stage;
  const everyMin = random.chance(0.3) ? random.pick([5, 10]) : null;
  return {
    name: `job-${stage.newName()}`,
    owner,
    token,
    intervalSec: random.pick([90, 300, 600, 900]),
    everyMin,
    graceSec: random.pick([30, 60, 90]),
    maxDurationSec: random.chance(0.5) ? random.pick([60, 120, 300]) : null,
    inARow: random.chance(0.3) ? random.pick([2, 3]) : 1,
    repeatSec: random.pick([3600, 86_400]),
    isNightly: random.chance(0.3),
    pausedOnce: false,
    isReaddressed: false,
    deletion: null,
    byKey: null,
    fromAt: 0,
    toAt: Number.POSITIVE_INFINITY,
  };
}
