/** What the time to the next poll depends on. */
export interface PollFacts {
  /** For how long something has been awaited that comes at any moment, such as a first ping; null for nothing. */
  awaitedMs: number | null;
  isVisible: boolean;
  isOnline: boolean;
  /** Polls in a row that did not work. */
  failures: number;
  /** What the service asked for with the last of them. */
  retryAfterSec: number | null;
  /** The service has nothing new before. @default 0 */
  atLeastSec?: number;
}

const AWAITED_MS = 3_000;
const SEEN_MS = 30_000;
const HIDDEN_MS = 300_000;
/** A page that is left open must not ask every three seconds for days. */
const AWAITED_MAX_MS = 600_000;
const BACK_OFF_MS = 5_000;
const BACK_OFF_MAX_MS = 300_000;

/** Milliseconds to the next poll; null waits for the network. */
export function pollDelayMs(facts: PollFacts): number | null {
  if (!facts.isOnline) return null;
  const { failures, retryAfterSec, atLeastSec = 0 } = facts;
  const pace = Math.max(paceOf(facts), atLeastSec * 1000);
  if (failures === 0) return pace;
  const backOff = Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** (failures - 1));
  return Math.max(pace, backOff, (retryAfterSec ?? 0) * 1000);
}

function paceOf({ isVisible, awaitedMs }: PollFacts): number {
  if (!isVisible) return HIDDEN_MS;
  return awaitedMs !== null && awaitedMs < AWAITED_MAX_MS ? AWAITED_MS : SEEN_MS;
}
