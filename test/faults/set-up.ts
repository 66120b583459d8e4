import { signal } from './acts.ts';
import { creationBy } from './new-monitor.ts';
import type { Stage } from './stage.ts';

/** Before the faults: owners with confirmed addresses, their monitors, first pings and a first check. */
export async function setUp(stage: Stage): Promise<void> {
  const { random, world, facts } = stage;
  if (world.faults.plan.canary) await world.time.startCanary();
  const owners = random.between(1, 2);
  for (let number = 0; number < owners; number++) await newOwner(stage, number);
  for (let count = random.between(2, 4); count > 0; count--) await newMonitor(stage, random.below(owners));
  await stage.finish(world.pump());
  for (const mail of facts.mails) {
    const token = /\/email\/([\w.-]+)/.exec(mail.text)?.[1] ?? '';
    await stage.answer(world.request('site', 'POST', `/email/${token}/confirm`));
  }
  for (const monitor of facts.monitors) if (random.chance(0.8)) signal(stage, monitor, 'success');
  await stage.finish();
  stage.check();
  await stage.finish();
}

async function newOwner(stage: Stage, number: number): Promise<void> {
  const { world } = stage;
  const { token } = await stage.answer(world.request('monitors', 'POST', '/api/guest'));
  const asOwner = { token: String(token) };
  const { key } = await stage.answer(world.request('monitors', 'GET', '/api/ingest-key', asOwner));
  stage.owners.push({ ...asOwner, key: String(key), address: `owner-${number}@example.org` });
}

async function newMonitor(stage: Stage, owner: number): Promise<void> {
  const { watched, call } = creationBy(stage, owner);
  const { id } = await stage.answer(call);
  stage.watch(watched, String(id));
}
