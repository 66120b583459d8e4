import { expect } from 'vitest';
import {
  deadlineNow,
  failuresToTell,
  isDeleted,
  isLate,
  isPausedAt,
  limitOf,
  openStarts,
  repeatMs,
} from './facts.ts';
import type { Entry, Rules } from './history.ts';
import type { DeliveryResult } from './naive-watch.ts';

/** What an owner is promised, held against what was told, check by check and without deciding anything anew. */
export function expectPromisesKept(rules: Rules, history: Entry[], told: DeliveryResult[]): void {
  const past: Entry[] = [];
  let failsUnheard = 0;
  for (const entry of history) {
    if (entry.kind !== 'check') {
      past.push(entry);
      if (failuresToTell(rules, past).at(-1)?.entry === entry) failsUnheard += 1;
      continue;
    }
    const now = told.filter((one) => one.at === entry.at);
    if (isDeleted(past) || isPausedAt(past, entry.at)) {
      expect(now, 'nothing is told while paused or inactive').toEqual([]);
      continue;
    }
    expectNothingLost(rules, past, told, entry.at, failsUnheard > 0);
    for (const one of now) expectTrue(rules, past, one);
    failsUnheard = 0;
  }
  expectOneIncidentAtATime(rules, past, told);
}

/** Whatever is wrong at a check is told by it, or was told in an incident that is still open. */
function expectNothingLost(
  rules: Rules,
  past: Entry[],
  told: DeliveryResult[],
  now: number,
  failed: boolean,
): void {
  const upToNow = told.filter((one) => one.at <= now);
  const isOpen = upToNow.at(-1)?.kind === 'miss';
  if (isLate(rules, past, now)) expect(isOpen, 'a silence seen by a check is told').toBe(true);
  const wasTold = upToNow.some((one) => one.kind === 'miss' && one.at === now);
  const wasOpen = told.filter((one) => one.at < now).at(-1)?.kind === 'miss';
  if (failed) expect(wasTold || wasOpen, 'a failure is told by the first check').toBe(true);
  for (const run of openStarts(past)) {
    const limitAt = limitOf(rules, past, run);
    if (limitAt === null || now <= limitAt) continue;
    const lately = upToNow.some((one) => one.reason === 'too_long' && now - one.at < repeatMs(rules, past));
    expect(isOpen || lately, 'a run too long is told').toBe(true);
  }
}

/** What is told is so, since the very moment it says. */
function expectTrue(rules: Rules, past: Entry[], one: DeliveryResult): void {
  if (one.kind === 'recovery') {
    expect(past.some((entry) => entry.kind === 'ping' && entry.at === one.recoveredAt)).toBe(true);
    expect(one.recoveredAt).toBeGreaterThanOrEqual(one.downSince);
    return;
  }
  if (one.reason === 'silence') expect(isLate(rules, past, one.at)).toBe(true);
  if (one.alertNumber > 1) return;
  const since = {
    silence: () => [deadlineNow(rules, past)],
    fail: () => failuresToTell(rules, past).map(({ since }) => since),
    too_long: () => openStarts(past).map((run) => limitOf(rules, past, run)),
    // No monitor of these lives watches a number.
    threshold: () => [],
  }[one.reason]();
  expect(since).toContain(one.downSince);
}

/** Incidents follow one another; each alerts at its repeat gap at the soonest and recovers at most once, at its end. */
function expectOneIncidentAtATime(rules: Rules, past: Entry[], told: DeliveryResult[]): void {
  const shortestGapMs = Math.min(...past.map((_, index) => repeatMs(rules, past.slice(0, index + 1))));
  for (const [index, one] of told.entries()) {
    const before = told[index - 1];
    if (before && one.incident === before.incident) {
      expect(before.kind).toBe('miss');
      expect(one.alertNumber).toBe(before.alertNumber + (one.kind === 'miss' ? 1 : 0));
      if (one.kind === 'miss') expect(one.at - before.at).toBeGreaterThanOrEqual(shortestGapMs);
    } else {
      expect(one).toMatchObject({ kind: 'miss', incident: (before?.incident ?? 0) + 1, alertNumber: 1 });
      expect(before?.kind ?? 'recovery').toBe('recovery');
    }
  }
}
