import { act, signal } from './acts.ts';
import type { Watched } from './facts.ts';
import { TICK_SEC, type Stage } from './stage.ts';

/** Five minutes in steps with jobs, owners and the notifier at work, then a check. */
export async function faultyTick(stage: Stage): Promise<void> {
  const { world, random } = stage;
  const { scheduler } = world;
  stage.newRound();
  const left = await busyMinutes(stage);
  const well = random.chance(0.3) ? wellForLong(stage) : null;
  if (well) await dueButWell(stage, well);
  await stage.advance(Math.max(well?.maxDurationSec ?? 0, left) + 1);
  stage.check();
  if (well) await failBetween(stage, well);
  if (stage.queueIsSlow) await tellBetween(stage);
  stage.queueIsSlow = world.faults.plan.queue > 0 && random.chance(0.3);
  if (world.faults.plan.conflict > 0) await meetTransaction(stage);
  if (random.chance(0.3)) stage.check();
  if (random.chance(0.3)) await scheduler.run(random.between(20, 120));
  if (random.chance(0.4)) stage.pump();
  if (random.chance(0.4)) stage.pumpChecks();
  if (random.chance(0.5)) {
    const monitor = random.pick(stage.facts.monitors);
    signal(stage, monitor, 'fail');
    if (random.chance(0.7)) signal(stage, monitor, 'success');
  }
  for (let acts = random.between(0, 2); acts > 0; acts--) await act(stage);
  await scheduler.run(random.chance(0.2) ? random.between(20, 60) : undefined);
  stage.pump();
  stage.pumpChecks();
  if (random.chance(0.3)) await act(stage);
  await scheduler.run(random.chance(0.2) ? random.between(1, 25) : undefined);
}

/** Returns how many of the five minutes are left. */
async function busyMinutes(stage: Stage): Promise<number> {
  const { random } = stage;
  let left = TICK_SEC;
  for (let steps = random.between(1, 4); steps > 0 && left > 20; steps--) {
    for (let acts = random.between(1, 3); acts > 0; acts--) await act(stage);
    if (random.chance(0.3)) stage.pump();
    if (random.chance(0.15)) stage.check();
    await stage.world.scheduler.run(random.chance(0.3) ? random.between(1, 15) : undefined);
    const sec = random.chance(0.4) ? random.between(1, 20) : random.between(20, left);
    left -= Math.min(sec, left - 1);
    await stage.advance(Math.min(sec, left));
  }
  return left;
}

/** One that is not late for a while after a success, so that only its due time brings the checker to it. */
function wellForLong({ facts, random }: Stage): Watched {
  const { monitors } = facts;
  const long = monitors.filter(
    ({ maxDurationSec, intervalSec, everyMin }) =>
      maxDurationSec !== null && (everyMin ?? intervalSec / 60) >= 10,
  );
  return random.pick(long.length > 0 ? long : monitors);
}

/** A run that ends in time leaves the monitor due although nothing is wrong: the check then only moves its due time. */
async function dueButWell(stage: Stage, monitor: Watched): Promise<void> {
  for (const kind of ['start', 'success'] as const) {
    signal(stage, monitor, kind, null);
    await stage.world.scheduler.run();
  }
}

/** The failure comes between the check's look at the monitor and its write. */
async function failBetween(stage: Stage, monitor: Watched): Promise<void> {
  const { scheduler } = stage.world;
  await scheduler.run(undefined, new RegExp(`UpdateItem MON#${monitor.id}/MON`));
  const call = signal(stage, monitor, 'fail');
  if (stage.random.chance(0.5)) await scheduler.runOnly((each) => each === call);
}

/** The notifier gets to alerts that waited for long just when the check is about to have them sent again. */
async function tellBetween(stage: Stage): Promise<void> {
  const { scheduler } = stage.world;
  await scheduler.run(undefined, /UpdateItem \S+\/AL#/);
  stage.queueIsSlow = false;
  stage.pump();
  await scheduler.runOnly(({ name }) => name === 'notifier');
}

/** Signals that arrive while the check writes what it found. */
async function meetTransaction(stage: Stage): Promise<void> {
  await stage.world.scheduler.run(undefined, / ends/);
  for (const monitor of stage.facts.monitors)
    if (stage.random.chance(0.4)) signal(stage, monitor, stage.random.pick(['success', 'fail', 'start']));
}
