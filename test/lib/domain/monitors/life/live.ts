import type { Instant } from '../../../../../lib/domain/instant.ts';
import { check } from '../../../../../lib/domain/monitors/check.ts';
import { deactivated, newMonitor, withSettings } from '../../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import { applySignal, isRoutine, type Signal } from '../../../../../lib/domain/monitors/signal.ts';
import { stateOf } from '../../../../../lib/domain/monitors/state.ts';
import { at, monitor as anyMonitor, settings, signal } from '../../../../support/alerts/monitor-builder.ts';
import type { Changed, Entry, Rules } from './history.ts';
import type { DeliveryResult } from './naive-watch.ts';

/** One thing that comes to pass some time after the one before it. */
export interface Step {
  waitMs: number;
  does:
    | { what: 'ping' | 'start' | 'fail'; rid: string | null }
    | { what: 'steady'; pings: number }
    | { what: 'pause'; forMs: number }
    | { what: 'resume' | 'delete' }
    | { what: 'change'; changed: Changed }
    /** The checker does not run for a while. */
    | { what: 'outage'; forMs: number }
    /** The next due check: its write is lost; is made twice; is overtaken by a ping. Or one comes before it is due. */
    | { what: 'crash' | 'twice' | 'race' | 'early' };
}

export interface Life {
  rules: Rules;
  steps: Step[];
}

export interface Lived {
  history: Entry[];
  told: DeliveryResult[];
  monitor: Monitor;
  /** What the monitor said it was, at each tick. */
  states: { at: Instant; state: string; entries: number }[];
}

const TICK_MS = 300_000;
const TAIL_MS = 6 * 3_600_000;
/** Past it a flapping job's outcomes are folded together, which has its own tests. */
const FLAPS_MAX = 18;

/** Lives a life against the pure core, as the service does: a lazy due time, conditional writes, ticks that may fail. */
export function live({ rules, steps }: Life): Lived {
  const service = new Service(rules);
  for (const step of steps) {
    const now = service.now + step.waitMs;
    service.tickUntil(now);
    service.do(step, now);
  }
  service.tickUntil(service.now + TAIL_MS);
  return service;
}

class Service implements Lived {
  history: Entry[] = [];
  told: DeliveryResult[] = [];
  states: Lived['states'] = [];
  monitor: Monitor;
  now: Instant = at('00:00');
  #tickAt: Instant = at('00:05');
  #upAt: Instant = at('00:00');
  #armed: 'crash' | 'twice' | 'race' | 'early' | null = null;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.monitor = frozen(created(rules, this.now));
  }

  do({ does }: Step, now: Instant): void {
    this.now = now;
    switch (does.what) {
      case 'ping':
      case 'start':
      case 'fail': {
        const flaps = this.monitor.pending.length >= FLAPS_MAX;
        return this.#signal(flaps && does.what === 'fail' ? 'ping' : does.what, does.rid, now);
      }
      case 'steady':
        return this.#steady(does.pings);
      case 'pause':
        return this.#pause(now + does.forMs);
      case 'resume':
        return this.#pause(null);
      case 'change':
        return this.#change(does.changed);
      case 'delete':
        if (this.monitor.active) this.history.push({ kind: 'delete', at: now });
        return this.#replace(deactivated(this.monitor, now));
      case 'outage':
        this.#upAt = now + does.forMs;
        return undefined;
      case 'crash':
      case 'twice':
      case 'race':
      case 'early':
        this.#armed = does.what;
    }
  }

  /** Every tick before `now`; a tick at `now` itself comes after what happens then. */
  tickUntil(now: Instant): void {
    for (; this.#tickAt < now; this.#tickAt += TICK_MS) {
      if (this.#tickAt >= this.#upAt) this.#tick(this.#tickAt, now);
    }
    this.now = now;
  }

  #tick(now: Instant, untilAt: Instant): void {
    const { dueAt } = this.monitor;
    const armed = this.#armed;
    if ((dueAt === null || dueAt > now) && armed !== 'early') {
      this.history.push({ kind: 'check', at: now });
    } else if (armed === 'race' && (now + 1_000 >= untilAt || !this.monitor.active)) {
      this.#check(now);
    } else {
      this.#armed = null;
      if (armed === 'crash') return void check(this.monitor, now);
      if (armed === 'race') this.#race(now);
      else this.#check(now);
      if (armed === 'twice') this.#check(now);
    }
    this.states.push({ at: now, state: stateOf(this.monitor, now), entries: this.history.length });
  }

  #check(now: Instant): void {
    const { monitor, decisions } = check(this.monitor, now);
    this.#replace(monitor);
    this.history.push({ kind: 'check', at: now });
    this.told.push(...decisions.map((decision) => ({ ...decision, at: now })));
  }

  /** A ping lands between the checker's read and its write: only a move of the due time still stands. */
  #race(now: Instant): void {
    const read = this.monitor;
    const decided = check(read, now).monitor;
    const onlyDue = same({ ...decided, dueAt: null }, { ...read, dueAt: null });
    const before = this.history.length;
    this.#signal('ping', null, now + 500);
    if (!onlyDue || this.monitor.rev !== read.rev) return this.#check(now + 1_000);
    this.monitor = frozen({ ...this.monitor, dueAt: decided.dueAt });
    this.history.splice(before, 0, { kind: 'check', at: now });
  }

  #signal(kind: Signal['kind'] & Entry['kind'], rid: string | null, now: Instant): void {
    if (!this.monitor.active) return;
    const { monitor } = applySignal(this.monitor, signal(kind, rid), now);
    this.history.push({ kind, at: now, rid });
    if (!isRoutine(this.monitor, monitor)) return this.#replace(monitor);
    const { lastEventAt, intervalSec, nextExpectedAt, lastStatus, lastLatencyMs } = monitor;
    const moved = { lastEventAt, intervalSec, nextExpectedAt, lastStatus, lastLatencyMs };
    this.monitor = frozen({ ...this.monitor, ...moved });
  }

  #steady(pings: number): void {
    for (let left = pings; left > 0; left -= 1) {
      const now = this.now + this.#rules.everySec * 970;
      this.tickUntil(now);
      this.#signal('ping', null, now);
    }
  }

  #pause(until: Instant | null): void {
    this.history.push({ kind: 'pause', at: this.now, until });
    this.#replace(withSettings(this.monitor, settings(this.monitor, { pausedUntil: until }), this.now));
  }

  /** A schedule keeps its gap: only an interval can be changed. */
  #change({ everySec, ...others }: Changed): void {
    const moves = everySec !== undefined && this.#rules.schedule === null;
    this.history.push({ kind: 'change', at: this.now, changed: { ...others, ...(moves && { everySec }) } });
    const changed = { ...others, ...(moves && { intervalSec: everySec }) };
    this.#replace(withSettings(this.monitor, settings(this.monitor, changed), this.now));
  }

  #replace(monitor: Monitor): void {
    this.monitor = frozen({ ...monitor, rev: this.monitor.rev + 1 });
  }
}

function created(rules: Rules, now: Instant): Monitor {
  const { schedule } = rules;
  const chosen = settings(anyMonitor(), {
    intervalSec: rules.everySec,
    maxDurationSec: rules.maxDurationSec,
    alertRepeatSec: rules.alertRepeatSec,
    alertAfterFailures: rules.alertAfterFailures,
    ...(schedule && {
      cron: schedule.cron,
      tz: 'UTC',
      graceSec: schedule.graceSec,
      nextExpectedAt: now + 60_000,
    }),
  });
  return newMonitor({ id: 'm', spaceId: 's', slug: null }, chosen, now);
}

function frozen(monitor: Monitor): Monitor {
  for (const list of [monitor.runs, monitor.pending]) {
    for (const one of list) Object.freeze(one);
    Object.freeze(list);
  }
  if (monitor.incident) Object.freeze(monitor.incident);
  return Object.freeze(monitor);
}

function same(one: Monitor, other: Monitor): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
