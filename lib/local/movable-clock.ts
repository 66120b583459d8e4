import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '../adapters/clock.ts';
import type { Clock } from '../adapters/clock.ts';
import type { Instant } from '../domain/instant.ts';

export interface MovableClockOptions {
  /** Stands still at this instant and moves by `advance` alone; without it the clock runs with real time. */
  startAt?: Instant;
  /** Keeps how far the clock was moved, so that a restart does not turn time back. */
  file?: string | null;
}

/** The one clock of a service on this machine; it can be moved forward, never back. */
export class MovableClock implements Clock {
  #base: Clock;
  #file: string | null;
  #offsetMs: number;
  #jumped = false;

  constructor(options: MovableClockOptions = {}) {
    const { startAt } = options;
    this.#base = startAt === undefined ? systemClock : { now: () => startAt };
    this.#file = options.file ?? null;
    this.#offsetMs = this.#file === null ? 0 : storedOffsetMs(this.#file);
  }

  now(): Instant {
    return this.#base.now() + this.#offsetMs;
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
    this.#offsetMs += Math.round(sec * 1000);
    this.#jumped = true;
    if (this.#file !== null) storeOffsetMs(this.#file, this.#offsetMs);
    return this.now();
  }
}

function storedOffsetMs(file: string): number {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const offsetMs =
      typeof stored === 'object' && stored !== null && 'offset_ms' in stored ? stored.offset_ms : 0;
    return typeof offsetMs === 'number' && offsetMs > 0 ? offsetMs : 0;
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    )
      return 0;
    throw error;
  }
}

/** Written beside and renamed, so that a crash leaves the old value or the new one. */
function storeOffsetMs(file: string, offsetMs: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ offset_ms: offsetMs }));
  renameSync(`${file}.new`, file);
}
