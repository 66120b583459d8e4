import { overtake, signal } from './acts.ts';
import type { Watched } from './facts.ts';
import type { Stage } from './stage.ts';

/** Jobs that ping so often that their lists get full, again and again, while calls fail, answers are lost and functions die. */
export async function busy(stage: Stage): Promise<void> {
  const { world, random, facts } = stage;
  const jobs = facts.monitors.filter(({ deletion }) => deletion === null).slice(0, 2);
  for (let burst = random.between(2, 3); burst > 0; burst--) {
    for (const job of jobs) await pingOften(stage, job);
    stage.check();
    await stage.finish(world.pump());
    stage.newRound();
  }
  stage.check();
  await stage.finish(world.pump());
}

/** Most pings are answered before the next, which is what a list takes; some come together. */
async function pingOften(stage: Stage, job: Watched): Promise<void> {
  const { world, random } = stage;
  for (let pings = random.between(25, 45); pings > 0; pings--) {
    signal(stage, job, 'success', null);
    if (random.chance(0.15)) signal(stage, job, random.pick(['success', 'start', 'fail']), null);
    if (random.chance(0.1)) await overtake(stage, job);
    await world.scheduler.run();
    await stage.advance(random.between(1, 4));
  }
  await world.scheduler.run();
}
