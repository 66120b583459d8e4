import type { Stage } from './stage.ts';

/** Spellings that lead into one mailbox, each of which answers for itself. */
const SPELLINGS = [
  'victim',
  'victim+1',
  'victim+2',
  'vic.tim',
  'v.i.c.t.i.m+3',
  'Victim+4',
  'victim+rollcall',
  'vi.ctim+5',
];

/** Strangers name one mailbox in many spellings: three a day are asked, the others wait for their day. */
export async function capped(stage: Stage): Promise<void> {
  const { world, random } = stage;
  for (const spelling of random.shuffled(SPELLINGS).slice(0, random.between(4, SPELLINGS.length)))
    await name(stage, `${spelling}@example.net`);
  await stage.finish(world.pump());
  for (let days = 3; days > 0; days--) {
    for (let ticks = random.between(1, 2); ticks > 0; ticks--) await stage.tick();
    await stage.leap(1);
  }
  await stage.tick();
}

async function name(stage: Stage, address: string): Promise<void> {
  const { world, random } = stage;
  const guest = world.request('monitors', 'POST', '/api/guest');
  await world.scheduler.run();
  const ending = await guest.ended;
  if (ending.how !== 'done' || (ending.value.statusCode ?? 500) >= 300) return;
  const { token } = JSON.parse(ending.value.body ?? '{}') as { token: string };
  const body = { name: 'a job of a stranger', interval_sec: 86_400, alert_to: address };
  world.request('monitors', 'POST', '/api/endpoints', { token, body });
  if (random.chance(0.5)) await world.scheduler.run();
}
