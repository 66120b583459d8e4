import { newCheckedToken } from '../../lib/adapters/accounts/checksummed-token.ts';
import { hashOf, newId } from '../../lib/adapters/ids.ts';
import { createAccount } from '../../lib/data/accounts/accounts.ts';
import { createApiKey } from '../../lib/data/accounts/api-keys.ts';
import { ROOM_PATH } from '../support/faults/fault-outside.ts';
import { arnOf, OPS } from '../support/faults/topic-service.ts';
import type { Room, RoomJob, SentSignal } from './facts.ts';
import { newGuest, saidIn } from './newcomer.ts';
import type { Stage } from './stage.ts';

const TAGS = [[], [], ['a'], ['b'], ['a', 'b']];
const HEARS = [
  ['silence', 'fail', 'too_long', 'recovery'],
  ['fail', 'recovery'],
  ['silence', 'recovery'],
];

/** One owner's jobs fall silent, fail and come back while its channels, their tags and its maintenance change. */
export async function rooms(stage: Stage): Promise<void> {
  const token = await newGuest(stage);
  if (token !== undefined) await changing(stage, token);
}

/** The same of an account whose channels lead to topics and buses, now and then to a webhook. */
export async function topics(stage: Stage): Promise<void> {
  const { table, clock, faults } = stage.world;
  const [ownerId, secret, now] = [newId(), newCheckedToken('mmk_'), clock.now()];
  const account = { ownerId, spaceId: newId(), identityHash: hashOf(ownerId), email: OPS, now };
  const key = { ownerId, createdBy: null, id: newId(), hash: hashOf(secret), name: 'ops', readOnly: false };
  const since = { last4: secret.slice(-4), createdAt: now, lastUsedAt: null, revokedAt: null, epoch: 1 };
  // Signing in is no part of this life.
  faults.on = false;
  await createAccount(table, account);
  await createApiKey(table, { ...key, ...since });
  faults.on = true;
  await changing(stage, secret);
}

async function changing(stage: Stage, token: string): Promise<void> {
  const { world, random } = stage;
  for (let count = random.between(2, 4); count > 0; count--) await newJob(stage, token);
  for (let count = random.between(1, 3); count > 0; count--) newRoom(stage, token);
  await world.scheduler.run();
  for (let ticks = random.between(4, 10); ticks > 0; ticks--) {
    for (let acts = random.between(1, 5); acts > 0; acts--) {
      act(stage, token);
      if (random.chance(0.4)) await world.scheduler.run(random.between(1, 20));
      if (random.chance(0.3)) await stage.advance(random.between(1, 40));
      if (random.chance(0.2)) stage.pump();
    }
    if (random.chance(0.3)) await meetCheck(stage, token);
    stage.newRound();
    await stage.tick();
  }
}

/** What changes while a check is under way. */
async function meetCheck(stage: Stage, token: string): Promise<void> {
  const { world, random } = stage;
  stage.check();
  await world.scheduler.run(random.between(5, 60));
  for (let acts = random.between(1, 3); acts > 0; acts--) act(stage, token);
  if (random.chance(0.5)) await stage.advance(random.between(1, 20));
  await world.scheduler.run(random.between(5, 60));
  stage.pump();
}

function act(stage: Stage, token: string): void {
  const { random, facts } = stage;
  const dice = random.next();
  const job = facts.roomJobs.length > 0 ? random.pick(facts.roomJobs) : undefined;
  if (dice < 0.5 && job) signal(stage, job);
  else if (dice < 0.6 && job) changeJob(stage, job, token);
  else if (dice < 0.66) newRoom(stage, token);
  else if (dice < 0.9 && facts.rooms.length > 0) changeRoom(stage, random.pick(facts.rooms), token);
  else if (dice < 0.95) planWork(stage, token);
  else endWork(stage, token);
}

function signal({ world, random }: Stage, job: RoomJob): void {
  const kind: SentSignal['kind'] = random.pick(['success', 'success', 'fail']);
  const call = world.request('ingest', 'POST', `/in/${job.id}${kind === 'fail' ? '/fail' : ''}`);
  job.signals.push({ kind, call });
}

async function newJob(stage: Stage, token: string): Promise<void> {
  const { world, random, facts } = stage;
  const name = `room-job-${stage.newName()}`;
  const intervalSec = random.pick([600, 900, 86_400]);
  const body = {
    name,
    interval_sec: intervalSec,
    tags: random.pick(TAGS),
    alert_repeat_sec: 86_400,
    alert_to: null,
    ...(random.chance(0.3) && { alert_url: `${world.ground.receiver.url}/${name}` }),
  };
  const made = world.request('monitors', 'POST', '/api/endpoints', { token, body });
  await world.scheduler.run();
  const id = saidIn(made.ending, 'id');
  if (id === undefined) return;
  const job: RoomJob = { id, name, intervalSec, signals: [], changes: 0 };
  facts.roomJobs.push(job);
  world.scheduler.note(`${name} is ${id}, ${JSON.stringify(body)}`);
  const call = world.request('ingest', 'POST', `/in/${id}`);
  job.signals.push({ kind: 'success', call });
}

function changeJob({ world, random }: Stage, job: RoomJob, token: string): void {
  const body = random.pick([
    { tags: random.pick(TAGS) },
    { tags: random.pick(TAGS) },
    { alert_channels: random.chance(0.6) },
  ]);
  job.changes += 1;
  world.scheduler.note(`change of ${job.name} ${JSON.stringify(body)}`);
  world.request('monitors', 'PATCH', `/api/endpoints/${job.id}`, { token, body });
}

/** Most are for all that there is. */
function newRoom(stage: Stage, token: string): void {
  const { world, random, facts } = stage;
  const isPlain = random.chance(0.6);
  const body = {
    url: urlOf(stage, token),
    ...(!isPlain && { hears: random.pick(HEARS), tags: random.pick(TAGS) }),
    ...(random.chance(0.1) && { on: false }),
  };
  const call = world.request('monitors', 'POST', '/api/channels', { token, body });
  const room: Room = { id: undefined, changes: [{ kind: isPlain && !body.on ? 'made' : 'other', call }] };
  if ('on' in body) room.changes.push({ kind: 'off', call });
  facts.rooms.push(room);
  world.scheduler.note(`room ${JSON.stringify(body)}`);
  void call.ended.then((ending) => (room.id = saidIn(ending, 'id')));
}

function urlOf(stage: Stage, token: string): string {
  const isOps = token.startsWith('mmk_');
  if (isOps && stage.random.chance(0.8)) return arnOf(stage.newName());
  return `${stage.world.ground.receiver.url}${ROOM_PATH}${stage.newName()}`;
}

function changeRoom(stage: Stage, room: Room, token: string): void {
  const { world, random } = stage;
  const { id, changes } = room;
  if (id === undefined) return;
  const dice = random.next();
  if (dice < 0.15) {
    const call = world.request('monitors', 'DELETE', `/api/channels/${id}`, { token });
    changes.push({ kind: 'gone', call });
    return;
  }
  const body = random.pick([
    { on: false },
    { on: true },
    { on: true },
    { url: urlOf(stage, token) },
    { hears: random.pick(HEARS) },
    { tags: random.pick(TAGS) },
  ]);
  const kind = 'on' in body ? (body.on ? 'on' : 'off') : 'other';
  world.scheduler.note(`change of room ${id} ${JSON.stringify(body)}`);
  const call = world.request('monitors', 'PATCH', `/api/channels/${id}`, { token, body });
  changes.push({ kind, call });
}

/** For all jobs, from now on or soon. */
function planWork({ world, random, facts }: Stage, token: string): void {
  const now = world.clock.now();
  const from = now + random.pick([0, 0, 120_000]);
  const until = from + random.between(2, 25) * 60_000;
  const text = (at: number) => new Date(at).toISOString();
  const body = { name: 'work', from: text(from), until: text(until) };
  const plan = world.request('monitors', 'POST', '/api/maintenance', { token, body });
  facts.windows.push({ from, until, plan, end: null });
}

function endWork({ world, random, facts }: Stage, token: string): void {
  // What is over may be gone.
  const ahead = facts.windows.filter(({ until }) => until > world.clock.now() + 60_000);
  const window = ahead.length > 0 ? random.pick(ahead) : undefined;
  const id = window && saidIn(window.plan.ending, 'id');
  if (!window || id === undefined) return;
  window.end ??= world.request('monitors', 'DELETE', `/api/maintenance/${id}`, { token });
}
