import { nameMailbox, newGuest } from './newcomer.ts';
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
  const token = await newGuest(stage);
  if (token === undefined) return;
  nameMailbox(stage, token, address);
  if (stage.random.chance(0.5)) await stage.world.scheduler.run();
}
