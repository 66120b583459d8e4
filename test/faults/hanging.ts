import { flap, signal } from './acts.ts';
import { newGuest, saidIn } from './newcomer.ts';
import { TICK_SEC, type Stage } from './stage.ts';

/** What a guest may have for nothing. */
const JOBS = 10;
/** A delivery that is never answered is over by then. */
const GIVEN_UP_SEC = 11;

/**
 * On one machine jobs of strangers alert receivers that take a request and never answer it, more or fewer than there are
 * lanes, while jobs of others fail and come back.
 */
export async function hanging(stage: Stage): Promise<void> {
  const { world, random, facts } = stage;
  await stage.finish(world.pump());
  const victims: string[] = [];
  for (let guests = random.between(1, 2); guests > 0; guests--) victims.push(...(await hangingJobs(stage)));
  world.ground.receiver.isMute = (url) => url.includes('/hangs/');
  for (let checks = random.between(2, 4); checks > 0; checks--) {
    for (const id of victims) if (random.chance(0.9)) world.request('ingest', 'GET', `/in/${id}/fail`);
    for (const monitor of facts.monitors) if (random.chance(0.5)) signal(stage, monitor, 'fail', null);
    await world.scheduler.run();
    if (random.chance(0.5)) await flap(stage, random.pick(facts.monitors));
    stage.checkHere();
    await world.scheduler.run();
    await overWithThem(stage);
    for (const id of victims) if (random.chance(0.5)) world.request('ingest', 'GET', `/in/${id}`);
    await stage.advance(random.between(60, TICK_SEC));
    await overWithThem(stage);
  }
  world.ground.receiver.isMute = () => false;
}

/** Lets the time go by until none of the deliveries under way hangs. */
async function overWithThem({ world }: Stage): Promise<void> {
  do {
    await world.time.advance(GIVEN_UP_SEC);
    await world.scheduler.run();
  } while (world.scheduler.live().length > 0);
}

async function hangingJobs(stage: Stage): Promise<string[]> {
  const { world, random } = stage;
  const token = await newGuest(stage);
  const ids: string[] = [];
  for (let count = random.between(JOBS / 2, JOBS); count > 0; count--) {
    const name = `hangs-${stage.newName()}`;
    const alertUrl = `${world.ground.receiver.url}/hangs/${name}`;
    const body = { name, interval_sec: 86_400, alert_url: alertUrl };
    const made = world.request('monitors', 'POST', '/api/endpoints', { token: token ?? '', body });
    await world.scheduler.run();
    ids.push(...[saidIn(made.ending, 'id')].filter((id) => id !== undefined));
  }
  return ids;
}
