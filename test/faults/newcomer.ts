import type { Invocation } from '../support/faults/fault-scheduler.ts';
import type { Stage } from './stage.ts';

/** Of whoever names a mailbox. */
export const STRANGE_JOB = 'a job of a stranger';

/** A new owner, whose first job pings by its key as soon as that is known; perhaps it names a mailbox too. */
export async function newcomer(stage: Stage): Promise<void> {
  const { world, facts, random } = stage;
  const token = await newGuest(stage);
  if (token === undefined) return;
  const shown = world.request('monitors', 'GET', '/api/ingest-key', { token });
  await world.scheduler.run();
  const key = saidIn(shown.ending, 'key');
  if (key !== undefined)
    facts.firstPings.push(world.request('ingest', 'POST', `/in/${key}/first?interval=7200`));
  if (random.chance(0.5)) await confirmMailbox(stage, token);
}

/** The token of a new guest; undefined when the answer does not come. */
export async function newGuest({ world }: Stage): Promise<string | undefined> {
  const guest = world.request('monitors', 'POST', '/api/guest');
  await world.scheduler.run();
  return saidIn(guest.ending, 'token');
}

/** Has alerts about a job that never pings go to a mailbox. */
export function nameMailbox({ world }: Stage, token: string, address: string): void {
  const body = { name: STRANGE_JOB, interval_sec: 86_400, alert_to: address };
  world.request('monitors', 'POST', '/api/endpoints', { token, body });
}

/** The mailbox is asked, and says yes as soon as it is. */
async function confirmMailbox(stage: Stage, token: string): Promise<void> {
  const { world, facts } = stage;
  const address = `someone@mailbox-${stage.newName()}.example`;
  nameMailbox(stage, token, address);
  await stage.finish(world.pump());
  const question = facts.mails.find(({ to }) => to === address);
  const [, link] = /\/email\/([\w.-]+)/.exec(question?.text ?? '') ?? [];
  if (link !== undefined) world.request('site', 'POST', `/email/${link}/confirm`);
}

/** What an answer says under a name; undefined when it did not come. */
export function saidIn(ending: Invocation['ending'], name: string): string | undefined {
  if (ending?.how !== 'done') return undefined;
  const { statusCode, body } = ending.value as { statusCode: number; body: string };
  return statusCode < 300 ? (JSON.parse(body) as Record<string, string>)[name] : undefined;
}
