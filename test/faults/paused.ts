import { pause, signal } from './acts.ts';
import type { Watched } from './facts.ts';
import type { Stage } from './stage.ts';

/** Jobs are paused while nobody can be told what is wrong with them; some are well again before that ends. */
export async function paused(stage: Stage): Promise<void> {
  const { world, random, facts } = stage;
  for (let times = random.between(1, 3); times > 0; times--) {
    for (const monitor of facts.monitors)
      signal(stage, monitor, random.pick(['success', 'success', 'start']), null);
    await world.scheduler.run();
    world.faults.breakDown('receiver');
    if (random.chance(0.5)) world.faults.breakDown('mail');
    for (let ticks = random.between(1, 4); ticks > 0; ticks--) await stage.tick();
    const some = facts.monitors.filter(({ deletion }) => deletion === null && random.chance(0.7));
    for (const monitor of some) pause(stage, monitor, inMinutes(stage, random.between(2, 40)));
    await world.scheduler.run();
    stage.newRound();
    for (let ticks = random.between(1, 6); ticks > 0; ticks--) await whilePaused(stage, some);
    for (const monitor of some) if (random.chance(0.3)) pause(stage, monitor, null);
    for (let ticks = random.between(1, 5); ticks > 0; ticks--) await stage.tick();
  }
}

/** Who comes back ends a run that is open as well. */
async function whilePaused(stage: Stage, some: readonly Watched[]): Promise<void> {
  for (const monitor of some) if (stage.random.chance(0.2)) signal(stage, monitor, 'success', null);
  if (stage.random.chance(0.3)) stage.pump();
  await stage.world.scheduler.run();
  await stage.tick();
}

function inMinutes({ world }: Stage, minutes: number): string {
  return new Date(world.clock.now() + minutes * 60_000).toISOString();
}
