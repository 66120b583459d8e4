import type { HostClock } from '../../adapters/clock.ts';
import type { ClockStep } from '../../domain/monitors/clock-step.ts';

/** What is set right by less is as late or early as a ping may be anyway. */
export const LEAST_STEP_MS = 10_000;

/** Tells when the clock of the host was set, against what went by in truth. */
export class ClockSteps {
  #host: HostClock | null;
  #seen: { now: number; uptimeMs: number };

  /** Null for a clock that stands still. */
  constructor(host: HostClock | null) {
    this.#host = host;
    this.#seen = this.#look();
  }

  /** The step since the last call; null where there was none. */
  take(): ClockStep | null {
    const before = this.#seen;
    const { now, uptimeMs } = this.#look();
    this.#seen = { now, uptimeMs };
    const from = before.now + uptimeMs - before.uptimeMs;
    return Math.abs(now - from) < LEAST_STEP_MS ? null : { from: Math.round(from), to: now };
  }

  #look() {
    return { now: this.#host?.now() ?? 0, uptimeMs: this.#host?.uptimeMs() ?? 0 };
  }
}
