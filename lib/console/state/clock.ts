import { signal } from '@preact/signals';

const TICK_MS = 10_000;

/** The time as far as texts such as "5 min ago" need it; moves every ten seconds while the page is seen. */
export const clock = signal(now());

/** The time of this machine, in milliseconds. */
export function now(): number {
  return Date.now();
}

export function startClock(): void {
  const tick = () => {
    if (document.visibilityState === 'visible') clock.value = now();
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
}
