import type { Ordeal } from '../support/faults/fault-plan.ts';
import { flap, signal } from './acts.ts';
import { ages } from './ages.ts';
import { busy } from './busy.ts';
import { capped } from './capped.ts';
import { chats } from './chats.ts';
import type { Watched } from './facts.ts';
import { hanging } from './hanging.ts';
import { PING_NAMES } from './passing-time.ts';
import { paused } from './paused.ts';
import { rooms, topics } from './rooms.ts';
import { TICK_SEC, type Stage } from './stage.ts';
import { watchDevice } from './watched.ts';
import { strangers } from './strangers.ts';

/** Hours that no plan of faults per call has: one thing goes wrong for long, while jobs and checks go on. */
export async function endure(stage: Stage, ordeal: Ordeal): Promise<void> {
  stage.world.scheduler.note(`ORDEAL ${ordeal}`);
  switch (ordeal) {
    case 'absent':
      return absent(stage);
    case 'starved':
      return starved(stage);
    case 'unheard':
      return unheard(stage);
    case 'deaf':
      return deaf(stage);
    case 'ages':
      return ages(stage);
    case 'capped':
      return capped(stage);
    case 'strangers':
      return strangers(stage);
    case 'busy':
      return busy(stage);
    case 'chats':
      return chats(stage);
    case 'hanging':
      return hanging(stage);
    case 'paused':
      return paused(stage);
    case 'rooms':
      return rooms(stage);
    case 'topics':
      return topics(stage);
  }
}

/** Nobody checks for hours. Jobs go on; what they do is in the table when the next check comes. */
async function absent(stage: Stage): Promise<void> {
  const steady = someOf(stage);
  for (let times = stage.random.between(1, 4); times > 0; times--) {
    await stage.advance(stage.random.between(600, 7200));
    for (const monitor of steady)
      signal(stage, monitor, stage.random.pick(['success', 'success', 'fail', 'start']));
    if (stage.random.chance(0.5)) stage.pump();
    await stage.world.scheduler.run();
  }
  stage.check();
  await stage.finish(stage.world.pump());
}

/** No check finishes for an hour and more; often what it leaves is not even gone on with, since its queue is down. */
async function starved(stage: Stage): Promise<void> {
  const { world, random } = stage;
  world.faults.breakDown('time');
  if (random.chance(0.6)) world.faults.breakDown('queue');
  const steady = someOf(stage);
  for (let ticks = random.between(6, 16); ticks > 0; ticks--) {
    if (random.chance(0.2)) signal(stage, random.pick(stage.facts.monitors), 'fail');
    await tick(stage, steady);
  }
  stage.newRound();
}

/** Nothing reaches us, by any name or by one, or only a part of it: for minutes, or for longer than silence may be held. */
async function unheard(stage: Stage): Promise<void> {
  const { world, random, facts } = stage;
  const steady = someOf(stage);
  const changeWatched =
    facts.watched.length === 0 && !world.faults.plan.table ? await watchDevice(stage) : null;
  await tick(stage, steady);
  for (let times = random.between(1, 2); times > 0; times--) {
    await stage.advance(random.between(1, TICK_SEC));
    changeWatched?.();
    // The canary may be what is broken: then jobs get through, and checks that ask show it.
    const trouble = random.pick(['all', 'all', 'all', 'one name', 'some pings', 'the canary'] as const);
    if (trouble === 'the canary') stage.facts.canaryWasMute = world.time.canaryIsMute = true;
    else if (trouble === 'some pings') world.time.lossy = random.pick([0.2, 0.5, 0.8]);
    else world.time.lose(trouble === 'all' ? undefined : random.pick(PING_NAMES));
    world.scheduler.note(`LOST: ${trouble}`);
    for (let ticks = random.pick([1, 1, 2, 4, 8, 14]); ticks > 0; ticks--) await tick(stage, steady);
    await stage.advance(random.between(1, TICK_SEC));
    world.time.findAgain();
    world.scheduler.note('HEARD again');
    changeWatched?.();
    // Jobs come back at once or when their time comes, the canary with its next minute.
    for (const monitor of steady) if (random.chance(0.5)) signal(stage, monitor, 'success');
    await world.scheduler.run();
    for (let ticks = random.between(1, 3); ticks > 0; ticks--) await tick(stage, steady);
  }
}

/** The receivers of all alerts are down until everything is given up on, and perhaps for hours more. */
async function deaf(stage: Stage): Promise<void> {
  const { world, random } = stage;
  world.faults.breakDown('receiver');
  if (random.chance(0.8)) world.faults.breakDown('mail');
  const { monitors } = stage.facts;
  const steady = someOf(stage);
  const flapping = random.pick(steady.length > 0 ? steady : monitors);
  // Down from the first minute on, so that all their channels give up at the same time.
  for (const monitor of monitors) if (!steady.includes(monitor)) signal(stage, monitor, 'fail');
  for (let ticks = random.between(12, 16); ticks > 0; ticks--) {
    await stage.advance(TICK_SEC);
    await tick(stage, steady);
    if (random.chance(0.1)) signal(stage, random.pick(monitors), 'fail');
    if (random.chance(0.3)) await flap(stage, flapping);
  }
  stage.newRound();
}

function someOf({ facts, random }: Stage): Watched[] {
  return facts.monitors.filter(() => random.chance(0.5));
}

/** Five minutes as they usually are: the steady jobs ping, the queue does its work, then a check. */
async function tick(stage: Stage, steady: readonly Watched[]): Promise<void> {
  const { world } = stage;
  const earlySec = stage.random.between(1, 120);
  await stage.advance(TICK_SEC - earlySec);
  for (const monitor of steady) signal(stage, monitor, 'success', null);
  await stage.finish(world.pump());
  await stage.advance(earlySec);
  stage.check();
  await stage.finish();
  stage.pumpChecks();
  await stage.finish(world.pump());
}
