import { CHAT_HOSTS, hookOf } from '../support/faults/chat-service.ts';
import { statusOf, type ChatJob } from './facts.ts';
import { newGuest, saidIn } from './newcomer.ts';
import type { Stage } from './stage.ts';

/** What a guest may have for nothing. */
const JOBS = 10;
/** With the number that comes before it a name is as long as one may be. */
const FILLER_MAX = 66;
/** More than a list shows of an output. */
const OUTPUT_MAX = 220;
/** Some of it grows where a chat escapes it. */
const FILLERS = ['x', '&', '<', '*', 'é'];

/** Many jobs of one owner that alert one chat fail and come back together, with more to say than a message takes. */
export async function chats(stage: Stage): Promise<void> {
  const { world, random } = stage;
  const token = await newGuest(stage);
  if (token === undefined) return;
  const filler = random.pick(FILLERS);
  const jobs = await chatJobs(stage, token, filler);
  for (let rounds = random.between(1, 3); rounds > 0; rounds--) {
    for (const job of jobs) if (random.chance(0.9)) await fail(stage, job, filler);
    await stage.tick();
    for (const { id } of jobs) if (random.chance(0.8)) world.request('ingest', 'POST', `/in/${id}`);
    await world.scheduler.run();
    await stage.tick();
  }
}

async function chatJobs(stage: Stage, token: string, filler: string): Promise<ChatJob[]> {
  const { world, random, facts } = stage;
  const url = hookOf(random.pick(CHAT_HOSTS), stage.newName());
  const intervalSec = random.pick([600, 86_400]);
  const jobs: ChatJob[] = [];
  for (let count = random.between(JOBS / 2, JOBS); count > 0; count--) {
    const name = `chat${stage.newName()}`;
    const fullName = `${name} ${filler.repeat(random.between(0, FILLER_MAX))}`.trim();
    const body = { name: fullName, interval_sec: intervalSec, alert_url: url };
    const made = world.request('monitors', 'POST', '/api/endpoints', { token, body });
    await world.scheduler.run();
    const id = saidIn(made.ending, 'id');
    if (id !== undefined) jobs.push({ id, name, hasFailed: false });
  }
  facts.chatJobs.push(...jobs);
  return jobs;
}

async function fail({ world, random }: Stage, job: ChatJob, filler: string): Promise<void> {
  const body = filler.repeat(random.between(0, OUTPUT_MAX));
  const call = world.request('ingest', 'POST', `/in/${job.id}/fail`, { body });
  await world.scheduler.run();
  job.hasFailed ||= statusOf(call) === 200;
}
