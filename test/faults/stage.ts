import type { Invocation } from '../support/faults/fault-scheduler.ts';
import type { FaultPlan } from '../support/faults/fault-plan.ts';
import type { Random } from '../support/faults/fault-random.ts';
import type { Facts, RunCheck, Watched } from './facts.ts';
import { LONGEST_MS } from './passing-time.ts';
import type { World } from './world.ts';

/** An anonymous owner, as it knows itself. */
export interface Owner {
  token: string;
  key: string;
  address: string;
}

type Ended = { how: string; value?: { statusCode: number; body: string }; error?: unknown };

export const TICK_SEC = 300;
/** Of an id that was not rotated; a rotated one has as many behind that. */
const ID_CHARS = 26;

/** Where a life takes place: the service with its clock, whoever uses it, and what became known. */
export class Stage {
  readonly world: World;
  readonly random: Random;
  readonly facts: Facts;
  readonly owners: Owner[] = [];
  /** Nobody works off the queue of alerts for now. */
  queueIsSlow = false;
  #pumps: Promise<unknown>[] = [];
  #marks = 0;
  #names = 0;

  constructor(world: World, random: Random, plan: FaultPlan) {
    this.world = world;
    this.random = random;
    this.facts = {
      plan: plan.name,
      monitors: [],
      signals: [],
      rotations: [],
      pauses: [],
      firstPings: [],
      checks: [],
      invocations: world.scheduler.invocations,
      posts: world.ground.receiver.arrivals,
      chats: world.ground.receiver.chats,
      chatJobs: [],
      rooms: [],
      roomPosts: world.ground.receiver.rooms,
      roomJobs: [],
      windows: [],
      checksHere: [],
      tries: world.ground.receiver.tries,
      mails: world.ground.mail.arrivals,
      awaited: [],
      resent: new Set(),
      canaryHeardAt: world.time.canaryHeardAt,
      asked: world.time.asked,
      watched: [],
      canaryWasMute: false,
      swept: world.time.swept,
    };
  }

  newMark(): number {
    return ++this.#marks;
  }

  newName(): number {
    return ++this.#names;
  }

  watch(watched: Omit<Watched, 'id' | 'shown' | 'isRotated'>, shown: string): void {
    const id = shown.slice(0, ID_CHARS);
    this.facts.monitors.push({ ...watched, id, shown, isRotated: false });
    this.world.scheduler.note(`${watched.name} is ${id}, ${JSON.stringify(watched)}`);
  }

  check(): void {
    const { faults, scheduler } = this.world;
    const isAlone = scheduler.live().every(({ name }) => name !== 'check' && name !== 'shard');
    const down = faults.downShards();
    this.facts.checks.push({ down, isAlone, ...this.world.check(), over: null });
  }

  /** The same by the pump of one machine. */
  checkHere(): void {
    const { clock } = this.world;
    const { call, over } = this.world.checkHere();
    const here = { at: clock.now(), overAt: Number.POSITIVE_INFINITY };
    void over.then(() => Object.assign(here, { overAt: clock.now() }));
    const items = Number.POSITIVE_INFINITY;
    this.facts.checks.push({ down: new Set(), isAlone: true, items, call, over: null });
    this.facts.checksHere.push(here);
  }

  /** Other outages than before, also for the checks that are under way. */
  newRound(): void {
    const { faults } = this.world;
    faults.newRound();
    for (const { call, down } of this.facts.checks)
      if (!call.ending) for (const shard of faults.downShards()) down.add(shard);
  }

  /** Lets checks go on that ran out of time; once nothing is left of them, all that was due then has been looked at. */
  pumpChecks(): void {
    const ended = this.facts.checks.filter(({ call }) => call.ending?.how === 'done');
    const pumped = this.world.pumpChecks().then((isOver) => {
      const { scheduler, clock } = this.world;
      for (const check of isOver ? ended : [])
        if (!this.#wasLeft(check)) check.over ??= { seq: scheduler.seq, at: clock.now() };
    });
    this.#pumps.push(pumped);
  }

  /** Whether a check, or whoever went on with it, could not hand on what was left. */
  #wasLeft({ call }: RunCheck): boolean {
    return this.facts.invocations.some(
      ({ startSeq, logged }) => startSeq >= call.startSeq && logged.includes('rest_not_queued'),
    );
  }

  pump(): void {
    if (!this.queueIsSlow) this.#pumps.push(this.world.pump());
  }

  /** Where nothing is to be killed, what a step of the clock would end is let through first. */
  async advance(sec: number): Promise<void> {
    const { clock, faults, scheduler } = this.world;
    const oldestAt = Math.min(...scheduler.live().map((each) => each.startedAt));
    if (faults.plan.kill === 0 && clock.now() + sec * 1000 - oldestAt > LONGEST_MS) await scheduler.run();
    await this.world.time.advance(sec);
  }

  /** Five minutes, then a check, all that it leaves and the queue. */
  async tick(): Promise<void> {
    await this.advance(TICK_SEC);
    this.check();
    await this.finish();
    this.pumpChecks();
    await this.finish(this.world.pump());
  }

  /** Days in which nobody pings and nobody checks, the canary neither. */
  async leap(days: number): Promise<void> {
    const { time } = this.world;
    const lost = new Set(time.lost);
    time.lose();
    await time.advance(Math.round(days * 86_400) + this.random.between(-300, 300));
    time.lost = lost;
  }

  /** Lets everything under way end. */
  async finish(pump?: Promise<unknown>): Promise<void> {
    if (pump) this.#pumps.push(pump);
    const pumps = { done: false };
    void Promise.all(this.#pumps).then(() => Object.assign(pumps, { done: true }));
    do {
      await this.world.scheduler.run();
      await new Promise((resolve) => setImmediate(resolve));
    } while (!pumps.done || this.world.scheduler.live().length > 0);
    this.#pumps = [];
  }

  /** The answer to a request that has to go well. */
  async answer(call: Pick<Invocation, 'ended'>): Promise<Record<string, unknown>> {
    await this.finish();
    const ending = (await call.ended) as Ended;
    if (!ending.value || ending.value.statusCode >= 300) {
      throw new Error(
        `A request that had to go well: ${ending.how} ${ending.value?.body ?? ''} ${String(ending.error ?? '')}`,
      );
    }
    const { body } = ending.value;
    return body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  }
}
