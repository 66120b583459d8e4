import { type Clock, hostClock } from '../../adapters/clock.ts';
import type { Instant } from '../../domain/instant.ts';
import { keepFields, keptFields } from '../folder/json-file.ts';

export interface MovableClockOptions {
  /** Stands still at this instant and moves by `advance` alone; without it the clock runs with real time. */
  startAt?: Instant;
  /** What it runs with otherwise. */
  host?: Clock;
  /** Keeps how far the clock was moved, so that a restart does not turn time back. */
  file?: string | null;
}

/** The one clock of a service on this machine; it can be moved forward, never back. */
export class MovableClock implements Clock {
  #base: Clock;
  #isReal: boolean;
  #file: string | null;
  #moved: Moved;
  #jumped = false;

  constructor(options: MovableClockOptions = {}) {
    const { startAt, host = hostClock } = options;
    this.#isReal = startAt === undefined;
    this.#base = startAt === undefined ? host : { now: () => startAt };
    this.#file = options.file ?? null;
    this.#moved = (this.#file === null ? null : storedMove(this.#file)) ?? { ms: 0, slowedAt: null };
  }

  now(): Instant {
    return this.#base.now() + this.#movedMs();
  }

  /** Of real time: a clock that stands still is a time of its own. */
  aheadMs(): number {
    return this.#isReal ? this.#movedMs() : 0;
  }

  /** Has it go at half speed until it is right: turned back, what it has dated would lie in the future. */
  setRight(): void {
    this.#move({ ms: this.#movedMs(), slowedAt: this.#base.now() });
  }

  /** True once after the clock was moved: the service was not asleep meanwhile, time went by at once. */
  takeJump(): boolean {
    const jumped = this.#jumped;
    this.#jumped = false;
    return jumped;
  }

  /** Moves the clock forward as if the service had been off for that time. */
  sleep(sec: number): Instant {
    const jumped = this.#jumped;
    const now = this.advance(sec);
    this.#jumped = jumped;
    return now;
  }

  /**
   * Moves the clock forward and returns its new time.
   * @throws RangeError unless `sec` is a positive number
   */
  advance(sec: number): Instant {
    if (!Number.isFinite(sec) || sec <= 0)
      throw new RangeError(`A clock moves forward, not by ${sec} seconds`);
    this.#move({ ms: this.#movedMs() + Math.round(sec * 1000), slowedAt: null });
    this.#jumped = true;
    return this.now();
  }

  #movedMs(): number {
    const { ms, slowedAt } = this.#moved;
    const wentBy = slowedAt === null ? 0 : Math.max(0, this.#base.now() - slowedAt);
    return Math.max(0, ms - Math.floor(wentBy / 2));
  }

  #move(moved: Moved): void {
    this.#moved = moved;
    keepFields(this.#file, { offset_ms: moved.ms, slowed_at: moved.slowedAt });
  }
}

/** How far it was moved ahead, and since when it goes at half speed. */
interface Moved {
  ms: number;
  slowedAt: Instant | null;
}

function storedMove(file: string): Moved | null {
  const { offset_ms: ms, slowed_at: slowedAt } = keptFields(file);
  if (typeof ms !== 'number' || ms <= 0) return null;
  return { ms, slowedAt: typeof slowedAt === 'number' ? slowedAt : null };
}
