import { signal } from '@preact/signals';

const TICK_MS = 10_000;

/** The time as far as texts such as "5 min ago" need it; moves every ten seconds while the page is seen. */
export const clock = signal(Date.now());

/** Less than this is the way of an answer, and its second. */
const SKEW_MIN_MS = 5_000;

let skewMs = 0;

/** The time of the service, in milliseconds: the clock of this machine where it is right. */
export function now(): number {
  return Date.now() + skewMs;
}

/** Takes note of the time that an answer was given at (`Date`). */
export function noteTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told) || Math.abs(told - now()) < SKEW_MIN_MS) return;
  const skew = told - Date.now();
  skewMs = Math.abs(skew) < SKEW_MIN_MS ? 0 : skew;
  clock.value = now();
}

/** How far the service is ahead of real time, in seconds: only one on a machine whose clock was moved. */
export const aheadSec = signal(0);

/** Takes note of what the service says of it (`X-Clock-Ahead`). */
export function noteAhead(header: string | null): void {
  aheadSec.value = Number(header ?? 0);
}

/** Real time as the service has it, by which it judges what a wallet has signed. */
export function realNow(): number {
  return now() - aheadSec.value * 1000;
}

export function startClock(): void {
  const tick = () => {
    if (document.visibilityState === 'visible') clock.value = now();
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
}
