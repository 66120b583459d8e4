import type { Item } from '../../lib/data/table.ts';
import type { FaultPlan } from '../support/fault-plan.ts';
import { takeOver } from '../support/fault-process.ts';
import { randomOf, type Random } from '../support/fault-random.ts';
import type { Facts, SentSignal, Watched } from './facts.ts';
import { brokenPromises, stillOwed } from './promises.ts';
import { World, type Ground } from './world.ts';

/** How a run went: the promises it broke, and what happened, in order. */
export interface LifeReport {
  seed: number;
  plan: string;
  broken: string[];
  trace: string[];
}

const TICK_SEC = 300;
const LONGEST_MS = 30_000;
const QUIET_TICKS_LEAST = 4;
const QUIET_TICKS_MOST = 20;

/**
 * One short life of a few owners and their jobs: half an hour with faults, then quiet until nothing is owed, then
 * every promise is looked at. The same seed lives the same life.
 */
export async function live(seed: number, plan: FaultPlan, ground: Ground): Promise<LifeReport> {
  const random = randomOf(seed);
  const world = await World.start(ground, plan, random);
  const giveBack = takeOver(world.scheduler, random);
  let items: Item[] = [];
  const broken: string[] = [];
  let life: Life | undefined;
  try {
    life = new Life(world, random, plan);
    items = await life.run();
    broken.push(...brokenPromises(life.facts, items, world.clock.now()));
  } catch (error) {
    broken.push(
      `the run itself broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    items = await world.items();
  } finally {
    giveBack();
    await world.clear(items);
    await world.stop();
  }
  return {
    seed,
    plan: plan.name,
    broken,
    trace: readable(world.scheduler.trace, life?.facts.monitors ?? []),
  };
}

/** Names instead of ids. */
function readable(trace: readonly string[], monitors: readonly Watched[]): string[] {
  return trace.map((line) => monitors.reduce((text, { id, name }) => text.replaceAll(id, `<${name}>`), line));
}

interface Owner {
  token: string;
  key: string;
  address: string;
}

interface LedgerEntry {
  id: string;
  webhook_id: string;
  state: string;
}

class Life {
  readonly facts: Facts;
  #world: World;
  #random: Random;
  #owners: Owner[] = [];
  #pumps: Promise<unknown>[] = [];
  #marks = 0;
  #names = 0;

  constructor(world: World, random: Random, plan: FaultPlan) {
    this.#world = world;
    this.#random = random;
    this.facts = {
      plan: plan.name,
      monitors: [],
      signals: [],
      checks: [],
      invocations: world.scheduler.invocations,
      posts: world.ground.receiver.arrivals,
      tries: world.ground.receiver.tries,
      mails: world.ground.mail.arrivals,
      resent: new Set(),
    };
  }

  async run(): Promise<Item[]> {
    await this.#setUp();
    this.#world.faults.on = true;
    const ticks = this.#random.between(3, 4);
    for (let tick = 0; tick < ticks; tick++) await this.#faultyTick();
    this.#world.faults.on = false;
    await this.#finish();
    return this.#quietDown();
  }

  async #setUp(): Promise<void> {
    const owners = this.#random.between(1, 2);
    for (let number = 0; number < owners; number++) await this.#newOwner(number);
    for (let count = this.#random.between(2, 4); count > 0; count--) {
      await this.#newMonitor(this.#random.below(owners));
    }
    await this.#finish(this.#world.pump());
    for (const mail of this.facts.mails) {
      const token = /\/email\/([\w.-]+)/.exec(mail.text)?.[1] ?? '';
      await this.#answer(this.#world.request('site', 'POST', `/email/${token}/confirm`));
    }
    for (const monitor of this.facts.monitors) {
      if (this.#random.chance(0.8)) this.#signal(monitor, 'success');
    }
    await this.#finish();
    this.#check();
    await this.#finish();
  }

  async #newOwner(number: number): Promise<void> {
    const { token } = await this.#answer(this.#world.request('monitors', 'POST', '/api/guest'));
    const { key } = await this.#answer(
      this.#world.request('monitors', 'GET', '/api/ingest-key', { token: String(token) }),
    );
    this.#owners.push({ token: String(token), key: String(key), address: `owner-${number}@example.org` });
  }

  async #newMonitor(owner: number): Promise<void> {
    const request = this.#creation(owner);
    const { id } = await this.#answer(request.call);
    this.#watch(request.watched, String(id));
  }

  #creation(owner: number) {
    const { token, address } = this.#owners[owner] ?? { token: '', address: '' };
    const random = this.#random;
    const everyMin = random.chance(0.3) ? random.pick([5, 10]) : null;
    const watched: Omit<Watched, 'id'> = {
      name: `job-${++this.#names}`,
      owner,
      token,
      intervalSec: random.pick([90, 300, 600, 900]),
      everyMin,
      graceSec: random.pick([30, 60, 90]),
      maxDurationSec: random.chance(0.5) ? random.pick([60, 120, 300]) : null,
      pausedOnce: false,
      deletion: null,
    };
    const body = {
      name: watched.name,
      ...(everyMin === null
        ? { interval_sec: watched.intervalSec }
        : { cron: `*/${everyMin} * * * *`, grace_sec: watched.graceSec }),
      ...(watched.maxDurationSec !== null && { max_duration_sec: watched.maxDurationSec }),
      ...(random.chance(0.5) && { alert_to: address }),
      alert_url: `${this.#world.ground.receiver.url}/${watched.name}`,
      alert_repeat_sec: 3600,
    };
    return { watched, call: this.#world.request('monitors', 'POST', '/api/endpoints', { token, body }) };
  }

  #watch(watched: Omit<Watched, 'id'>, id: string): void {
    this.facts.monitors.push({ ...watched, id });
    this.#world.scheduler.note(`${watched.name} is ${id}, ${JSON.stringify(watched)}`);
  }

  /** Five minutes in steps with jobs, owners and the notifier at work, then a check. */
  async #faultyTick(): Promise<void> {
    const { faults, scheduler } = this.#world;
    faults.newRound();
    let left = TICK_SEC;
    for (let steps = this.#random.between(1, 4); steps > 0 && left > 20; steps--) {
      for (let acts = this.#random.between(1, 3); acts > 0; acts--) await this.#act();
      if (this.#random.chance(0.3)) this.#pump();
      if (this.#random.chance(0.15)) this.#check();
      await scheduler.run(this.#random.chance(0.3) ? this.#random.between(1, 15) : undefined);
      const sec = this.#random.chance(0.4) ? this.#random.between(1, 20) : this.#random.between(20, left);
      left -= Math.min(sec, left - 1);
      await this.#advance(Math.min(sec, left));
    }
    const well = this.#random.chance(0.3) ? this.#wellForLong() : null;
    if (well) await this.#dueButWell(well);
    await this.#advance(Math.max(well?.maxDurationSec ?? 0, left) + 1);
    this.#check();
    // The failure comes between the check's look at the monitor and its write.
    if (well) await scheduler.run(undefined, `UpdateItem MON#${well.id}/MON`);
    if (well) this.#signal(well, 'fail');
    if (this.#random.chance(0.3)) this.#check();
    if (this.#random.chance(0.3)) await scheduler.run(this.#random.between(20, 120));
    if (this.#random.chance(0.4)) this.#pump();
    if (this.#random.chance(0.5)) {
      const monitor = this.#random.pick(this.facts.monitors);
      this.#signal(monitor, 'fail');
      if (this.#random.chance(0.7)) this.#signal(monitor, 'success');
    }
    for (let acts = this.#random.between(0, 2); acts > 0; acts--) await this.#act();
    await scheduler.run(this.#random.chance(0.2) ? this.#random.between(20, 60) : undefined);
    this.#pump();
    if (this.#random.chance(0.3)) await this.#act();
    await scheduler.run(this.#random.chance(0.2) ? this.#random.between(1, 25) : undefined);
  }

  /** One that is not late for a while after a success, so that only its due time brings the checker to it. */
  #wellForLong(): Watched {
    const { monitors } = this.facts;
    const long = monitors.filter(
      ({ maxDurationSec, intervalSec, everyMin }) =>
        maxDurationSec !== null && (everyMin ?? intervalSec / 60) >= 10,
    );
    return this.#random.pick(long.length > 0 ? long : monitors);
  }

  /** A run that ends in time leaves the monitor due although nothing is wrong: the check then only moves its due time. */
  async #dueButWell(monitor: Watched): Promise<void> {
    for (const kind of ['start', 'success'] as const) {
      this.#signal(monitor, kind, null);
      await this.#world.scheduler.run();
    }
  }

  /** Where nothing is to be killed, what a step of the clock would end is let through first. */
  async #advance(sec: number): Promise<void> {
    const { clock, faults, scheduler } = this.#world;
    const oldestAt = Math.min(...scheduler.live().map((each) => each.startedAt));
    if (faults.plan.kill === 0 && clock.now() + sec * 1000 - oldestAt > LONGEST_MS) await scheduler.run();
    this.#world.advance(sec);
  }

  /** Something somebody does. */
  async #act(): Promise<void> {
    const random = this.#random;
    const monitor = random.pick(this.facts.monitors);
    const dice = random.next();
    if (dice < 0.33) this.#signal(monitor, 'success');
    else if (dice < 0.45) this.#signal(monitor, 'fail');
    else if (dice < 0.57) this.#signal(monitor, 'start');
    else if (dice < 0.63) this.#together(monitor);
    else if (dice < 0.66) await this.#overtaken(monitor);
    else if (dice < 0.69) await this.#flap(monitor);
    else if (dice < 0.73) this.#world.request('monitors', 'POST', '/api/guest');
    else if (dice < 0.78) this.#patch(monitor);
    else if (dice < 0.81) this.#delete(monitor);
    else if (dice < 0.83) this.#resend(monitor);
    else if (dice < 0.88) this.#firstPing(random.pick(this.#owners));
    else if (dice < 0.93) this.#import(random.pick(this.#owners));
    else this.#create();
  }

  #signal(monitor: Watched, kind: SentSignal['kind'], rid = this.#someRid()): void {
    const mark = ++this.#marks;
    const action =
      kind === 'start'
        ? '/start'
        : kind === 'fail'
          ? this.#random.pick(['/fail', '/3'])
          : this.#random.pick(['', '/0']);
    const path = `/in/${monitor.id}${action}?status=${mark}${rid === null ? '' : `&rid=${rid}`}`;
    const call = this.#world.request('ingest', this.#random.pick(['GET', 'POST']), path);
    this.facts.signals.push({ monitor: monitor.id, kind, rid, mark, call });
  }

  #someRid(): string | null {
    return this.#random.chance(0.6) ? null : this.#random.pick(['a', 'b']);
  }

  /** Two or three at one monitor at the same instant, the owner's deletion perhaps among them. */
  #together(monitor: Watched): void {
    this.#signal(monitor, this.#random.pick(['success', 'fail', 'start']));
    this.#signal(monitor, this.#random.pick(['success', 'fail', 'start']));
    if (this.#random.chance(0.3)) this.#delete(monitor);
  }

  /** A signal that is held up on its way while later ones pass it. */
  async #overtaken(monitor: Watched): Promise<void> {
    const kinds = ['success', 'success', 'fail'] as const;
    this.#signal(monitor, this.#random.pick(kinds), null);
    for (let later = this.#random.between(1, 2); later > 0; later--) {
      await this.#world.scheduler.run(this.#random.between(0, 2));
      await this.#advance(this.#random.between(1, 9));
      this.#signal(monitor, this.#random.pick(kinds), null);
    }
  }

  /** It fails, succeeds and fails, each time answered before the next. */
  async #flap(monitor: Watched): Promise<void> {
    for (const kind of ['fail', 'success', 'fail'] as const) {
      this.#signal(monitor, kind, null);
      await this.#world.scheduler.run();
    }
  }

  #patch(monitor: Watched): void {
    const { token, owner } = monitor;
    const body: Record<string, unknown> = this.#random.pick([
      { tags: [`t${++this.#names}`] },
      { alert_to: null },
      { alert_to: this.#owners[owner]?.address },
      { alert_to: `other-${++this.#names}@example.org` },
      { alert_to: `second-${owner}@example.org` },
      { paused_until: new Date(this.#world.clock.now() + 120_000).toISOString() },
      { paused_until: null },
    ]);
    if ('paused_until' in body) monitor.pausedOnce = true;
    this.#world.scheduler.note(`patch ${JSON.stringify(body)}`);
    this.#world.request('monitors', 'PATCH', `/api/endpoints/${monitor.id}`, { token, body });
  }

  #delete(monitor: Watched): void {
    const call = this.#world.request('monitors', 'DELETE', `/api/endpoints/${monitor.id}`, {
      token: monitor.token,
    });
    monitor.deletion ??= call;
  }

  #firstPing(owner: Owner): void {
    const slug = this.#random.pick(['nightly', 'hourly']);
    this.#world.request('ingest', 'GET', `/in/${owner.key}/${slug}?interval=7200`);
  }

  /** Impatient owners send it twice. */
  #import({ token }: Owner): void {
    const lines = Array.from(
      { length: this.#random.between(1, 3) },
      () => `0 ${this.#random.below(24)} * * * /bin/job-${++this.#names}`,
    );
    const body = lines.join('\n');
    for (let times = this.#random.between(1, 2); times > 0; times--)
      this.#world.request('monitors', 'POST', '/api/import/crontab?apply=1', { token, body });
  }

  /** The owner looks at the ledger and has one of its alerts sent once more, perhaps with two clicks. */
  #resend({ id, token }: Watched): void {
    const list = this.#world.request('alerts', 'GET', `/api/endpoints/${id}/alerts`, { token });
    void list.ended.then((ending) => {
      if (ending.how !== 'done' || ending.value.statusCode !== 200) return;
      const { alerts } = JSON.parse(ending.value.body ?? '{}') as { alerts: LedgerEntry[] };
      const final = alerts.filter(({ state }) => state === 'sent');
      if (final.length === 0) return;
      const alert = this.#random.pick(final);
      this.facts.resent.add(alert.webhook_id);
      for (let clicks = this.#random.between(1, 2); clicks > 0; clicks--)
        this.#world.request('alerts', 'POST', `/api/endpoints/${id}/alerts/${alert.id}/resend`, { token });
    });
  }

  #create(): void {
    const { watched, call } = this.#creation(this.#random.below(this.#owners.length));
    void call.ended.then((ending) => {
      if (ending.how !== 'done' || ending.value.statusCode !== 201) return;
      this.#watch(watched, String((JSON.parse(ending.value.body ?? '{}') as { id: string }).id));
    });
  }

  #check(): void {
    this.facts.checks.push({ call: this.#world.check() });
  }

  #pump(): void {
    this.#pumps.push(this.#world.pump());
  }

  /** Lets everything under way end. */
  async #finish(pump?: Promise<unknown>): Promise<void> {
    if (pump) this.#pumps.push(pump);
    const pumps = { done: false };
    void Promise.all(this.#pumps).then(() => Object.assign(pumps, { done: true }));
    do {
      await this.#world.scheduler.run();
      await new Promise((resolve) => setImmediate(resolve));
    } while (!pumps.done || this.#world.scheduler.live().length > 0);
    this.#pumps = [];
  }

  async #answer(call: { ended: Promise<{ how: string }> }): Promise<Record<string, unknown>> {
    await this.#finish();
    const ending = (await call.ended) as {
      how: string;
      value?: { statusCode: number; body: string };
      error?: unknown;
    };
    if (!ending.value || ending.value.statusCode >= 300) {
      throw new Error(
        `Setting up failed: ${ending.how} ${ending.value?.body ?? ''} ${String(ending.error ?? '')}`,
      );
    }
    return ending.value.body.startsWith('{')
      ? (JSON.parse(ending.value.body) as Record<string, unknown>)
      : {};
  }

  /** No more faults: checks and the queue do their work until nothing is owed; some jobs come back. */
  async #quietDown(): Promise<Item[]> {
    this.#world.scheduler.note('QUIET from here');
    for (let tick = 1; ; tick++) {
      for (const sec of [60, TICK_SEC - 60]) {
        this.#world.advance(sec);
        await this.#finish(this.#world.pump());
      }
      this.#check();
      await this.#finish();
      await this.#finish(this.#world.pump());
      if (tick === 2) {
        for (const monitor of this.facts.monitors)
          if (this.#random.chance(0.5)) this.#signal(monitor, 'success', null);
        await this.#finish();
      }
      if (tick < QUIET_TICKS_LEAST) continue;
      const items = await this.#world.items();
      const owed = stillOwed(this.facts, items, this.#world.clock.now());
      if ((owed.length === 0 && this.#world.queueIsEmpty()) || tick === QUIET_TICKS_MOST) return items;
    }
  }
}
