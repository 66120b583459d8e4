import { expect, it } from 'vitest';
import { pollDelayMs, type PollFacts } from '../../../../lib/console/api/poll-delay.ts';

const CALM: PollFacts = {
  awaitedMs: null,
  isVisible: true,
  isOnline: true,
  failures: 0,
  retryAfterSec: null,
};

it.each<[string, Partial<PollFacts>, number | null]>([
  ['a page that is seen', {}, 30_000],
  ['a page that nobody sees', { isVisible: false }, 300_000],
  ['a first ping is awaited', { awaitedMs: 0 }, 3_000],
  ['awaited for ten minutes', { awaitedMs: 600_000 }, 30_000],
  ['awaited where nobody looks', { awaitedMs: 0, isVisible: false }, 300_000],
  ['no network', { isOnline: false, failures: 3 }, null],
  ['one failure while awaited', { awaitedMs: 9_000, failures: 1 }, 5_000],
  ['four failures while awaited', { awaitedMs: 9_000, failures: 4 }, 40_000],
  ['one failure', { failures: 1 }, 30_000],
  ['many failures', { failures: 12 }, 300_000],
  ['a service that says when', { awaitedMs: 9_000, failures: 1, retryAfterSec: 47 }, 47_000],
  ['nothing new before a minute, though awaited', { awaitedMs: 0, atLeastSec: 60 }, 60_000],
  ['nothing new before five seconds', { awaitedMs: 0, atLeastSec: 5 }, 5_000],
  ['a service that says less than the pace', { failures: 1, retryAfterSec: 2 }, 30_000],
])('%s: %o', (_, facts, delayMs) => {
  expect(pollDelayMs({ ...CALM, ...facts })).toBe(delayMs);
});
