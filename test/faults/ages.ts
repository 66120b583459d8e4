import { remove, rotate, signal } from './acts.ts';
import { statusOf, type SentSignal, type Watched } from './facts.ts';
import type { Owner, Stage } from './stage.ts';

/** What is deleted goes after 30 days, what is recorded after 90; the table takes its time with both. */
const AGES_DAYS = [1, 29.99, 30.01, 31, 45, 91, 125];

/**
 * Months in which a job that its key made is deleted and comes back under its old name, while the table removes what is
 * past its time: the monitor before its pointer, the pointer before its monitor, the ledger before both.
 */
export async function ages(stage: Stage): Promise<void> {
  const { random, owners } = stage;
  const slug = `aged-${stage.newName()}`;
  const owner = random.pick(owners);
  for (let lives = random.between(2, 3); lives > 0; lives--) {
    const job = await comesToLife(stage, owner, slug);
    if (!job) return;
    await failsAndRecovers(stage, job);
    if (random.chance(0.4)) rotate(stage, job);
    await stage.finish();
    if (lives === 1 || !(await isDeleted(stage, job))) return;
    await growsOld(stage, job);
  }
}

/** The first ping of a job by its key; undefined where that is beyond the allowance. */
async function comesToLife(stage: Stage, owner: Owner, slug: string): Promise<Watched | undefined> {
  const { world, facts } = stage;
  const byKey = `${owner.key}/${slug}`;
  const fromAt = world.clock.now();
  const mark = stage.newMark();
  const call = world.request('ingest', 'POST', `/in/${byKey}?interval=300&status=${mark}`);
  await stage.finish();
  const ending = await call.ended;
  if (ending.how !== 'done' || ending.value.statusCode !== 200) {
    // Refused, but what it wrote of a monitor that was there may count.
    const there = facts.monitors.findLast((each) => each.byKey === byKey);
    if (there) facts.signals.push({ monitor: there.id, kind: 'success', rid: null, mark, call });
    return undefined;
  }
  const { endpoint_id: shown } = JSON.parse(ending.value.body ?? '{}') as { endpoint_id: string };
  const id = shown.slice(0, 26);
  for (const earlier of facts.monitors.filter((each) => each.id === id && each.toAt > fromAt))
    earlier.toAt = fromAt;
  stage.watch(
    {
      name: slug,
      owner: stage.owners.indexOf(owner),
      token: owner.token,
      intervalSec: 300,
      everyMin: null,
      graceSec: 0,
      maxDurationSec: null,
      inARow: 1,
      isNightly: false,
      repeatSec: 3600,
      pausedOnce: false,
      isReaddressed: false,
      deletion: null,
      byKey,
      fromAt,
      toAt: Number.POSITIVE_INFINITY,
    },
    shown,
  );
  facts.signals.push({ monitor: id, kind: 'success', rid: null, mark, call });
  const body = {
    interval_sec: 300,
    alert_url: `${world.ground.receiver.url}/${slug}`,
    alert_repeat_sec: 3600,
  };
  world.request('monitors', 'PATCH', `/api/endpoints/${shown}`, { token: owner.token, body });
  await stage.finish();
  return facts.monitors.at(-1);
}

async function failsAndRecovers(stage: Stage, job: Watched): Promise<void> {
  const { random } = stage;
  for (let times = random.between(1, 2); times > 0; times--) {
    if (random.chance(0.7)) signal(stage, job, 'fail', null);
    await stage.tick();
    if (random.chance(0.7)) signal(stage, job, 'success', null);
  }
  await stage.tick();
}

/** Whether it is for sure: a deletion without an answer may be none. */
async function isDeleted(stage: Stage, job: Watched): Promise<boolean> {
  remove(stage, job);
  await stage.finish();
  return job.deletion?.ending?.how === 'done' && statusOf(job.deletion as SentSignal['call']) === 200;
}

/** Time passes in leaps. What the table removes of itself meets owners and jobs that come back at that moment. */
async function growsOld(stage: Stage, job: Watched): Promise<void> {
  const { world, random } = stage;
  for (let leaps = random.between(1, 2); leaps > 0; leaps--) {
    await stage.leap(random.pick(AGES_DAYS));
    for (let sweeps = random.between(1, 3); sweeps > 0; sweeps--) {
      await world.time.sweep(random.pick([0.3, 0.6, 1]));
      if (random.chance(0.5)) world.request('monitors', 'GET', '/api/endpoints', { token: job.token });
      if (random.chance(0.3))
        world.request('monitors', 'DELETE', `/api/endpoints/${job.shown}`, { token: job.token });
      if (random.chance(0.3)) signal(stage, job, 'success', null);
      if (random.chance(0.5)) await stage.tick();
    }
    await stage.finish();
  }
}
