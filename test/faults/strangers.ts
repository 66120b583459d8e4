import type { Arrival } from '../support/faults/fault-outside.ts';
import { flap } from './acts.ts';
import { statusOf } from './facts.ts';
import { nameMailbox, newGuest, saidIn, STRANGE_JOB } from './newcomer.ts';
import type { Stage } from './stage.ts';

/** Strangers meet mailboxes: that of a customer, whose holder complains of them, and one that agrees while much waits for it. */
export async function strangers(stage: Stage): Promise<void> {
  for (const { address } of stage.owners) await annoy(stage, address);
  await agreeLate(stage);
  for (let ticks = stage.random.between(1, 3); ticks > 0; ticks--) {
    await flap(stage, stage.random.pick(stage.facts.monitors));
    await stage.tick();
  }
}

/** A stranger names a mailbox that mails of somebody else go to, and its holder reports the question as spam. */
async function annoy(stage: Stage, address: string): Promise<void> {
  const token = await newGuest(stage);
  if (token === undefined) return;
  nameMailbox(stage, token, address);
  await stage.finish(stage.world.pump());
  const question = stage.facts.mails.findLast(
    ({ id, to, text }) => id === 'question' && to === address && text.includes(STRANGE_JOB),
  );
  if (question) await complain(stage, question);
}

/** What SES brings until it is taken in; now and then once more. */
async function complain({ world, random }: Stage, { to, at, tags }: Arrival): Promise<void> {
  const event = {
    'detail-type': 'Email Complaint Received',
    detail: {
      mail: { timestamp: new Date(at).toISOString(), destination: [to], tags },
      complaint: { complainedRecipients: [{ emailAddress: to }] },
    },
  };
  for (let tries = 0; tries < 5; tries++) {
    const call = world.report(event);
    await world.scheduler.run();
    if (call.ending?.how === 'done' && random.chance(0.8)) return;
  }
}

/** Jobs of a newcomer fail and can be told to nobody; then the mailbox agrees, perhaps by several clicks and during a check. */
async function agreeLate(stage: Stage): Promise<void> {
  const { world, facts, random } = stage;
  const token = await newGuest(stage);
  if (token === undefined) return;
  const address = `late@mailbox-${stage.newName()}.example`;
  const failed: string[] = [];
  for (let count = random.between(3, 5); count > 0; count--) {
    const name = `waits-${stage.newName()}`;
    const body = { name, interval_sec: 86_400, alert_to: address };
    const made = world.request('monitors', 'POST', '/api/endpoints', { token, body });
    await world.scheduler.run();
    const id = saidIn(made.ending, 'id');
    if (id === undefined) continue;
    const fail = world.request('ingest', 'GET', `/in/${id}/fail`);
    await world.scheduler.run();
    if (statusOf(fail) === 200) failed.push(name);
  }
  await stage.tick();
  const [, link] = /\/email\/([\w.-]+)/.exec(facts.mails.find(({ to }) => to === address)?.text ?? '') ?? [];
  if (link === undefined) return;
  const clicks = Array.from({ length: random.between(1, 3) }, () =>
    world.request('site', 'POST', `/email/${link}/confirm`),
  );
  if (random.chance(0.5)) stage.check();
  await stage.finish();
  if (clicks.some((click) => statusOf(click) === 200))
    facts.awaited.push(...failed.map((name) => ({ name, address })));
}
