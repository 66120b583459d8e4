import { describe, expect, it } from 'vitest';
import { wasTold, type Alert } from '../../../../lib/domain/alerts/alert.ts';
import {
  isBefore,
  keepsOrder,
  nextTryFor,
  tryAtInsteadOf,
  turnOf,
} from '../../../../lib/domain/alerts/retry-schedule.ts';
import { sampleAlert, sampleContent, sampleRecovery } from './sample-content.ts';

const NOW = Date.UTC(2026, 2, 29, 3, 0, 0);
const MINUTE_MS = 60_000;
const attempt = (outcome: string) => ({ at: NOW, outcome, status: null, detail: '', durationMs: 1 });

const miss = (incident: number, alertNumber = 1, part: Partial<Alert> = {}) =>
  sampleAlert(sampleContent({ incident, alertNumber }), part);
const back = (incident: number, alertNumber = 1, part: Partial<Alert> = {}) =>
  sampleAlert(sampleRecovery({ incident, alertNumber }), part);
const elsewhere = (incident: number, alertNumber: number) =>
  sampleAlert(sampleContent({ incident, alertNumber, toElsewhere: true }));
/** Tried once, without success, and due again in a quarter of an hour. */
const tried = { attempts: [attempt('timeout')], nextTryAt: NOW + 15 * MINUTE_MS };

const waits = (until = NOW + 1000) => ({ kind: 'wait', until });
const tells = (...insteadOf: Alert[]) => ({ kind: 'tell', insteadOf });

describe('the turn of an alert', () => {
  it.each<[string, Alert, Alert[], object]>([
    ['with nothing undelivered before it is now', miss(2), [], tells()],
    ['of a newer incident comes after an untried alert', miss(2), [miss(1)], waits()],
    ['of a newer incident comes after an untried recovery', miss(2), [back(1)], waits()],
    [
      'of a newer incident takes the place of a failed try',
      miss(2),
      [miss(1, 1, tried)],
      tells(miss(1, 1, tried)),
    ],
    [
      'and of the recovery that waits behind it',
      miss(2),
      [miss(1, 1, tried), back(1)],
      tells(miss(1, 1, tried), back(1)),
    ],
    [
      'and of a repeat that waits behind it',
      miss(2),
      [miss(1, 1, tried), miss(1, 2)],
      tells(miss(1, 1, tried), miss(1, 2)),
    ],
    [
      'and of what waits for the next try in its place',
      miss(3),
      [miss(2, 1, { nextTryAt: NOW + 5 })],
      tells(miss(2, 1, { nextTryAt: NOW + 5 })),
    ],
    [
      'to a channel that leads elsewhere takes the place of failed tries of its incident',
      elsewhere(1, 3),
      [miss(1, 1, tried), miss(1, 2)],
      tells(miss(1, 1, tried), miss(1, 2)),
    ],
    ['to a channel that leads elsewhere comes after an untried one', elsewhere(1, 2), [miss(1)], waits()],
    [
      'to a channel that leads elsewhere comes after an untried one between',
      elsewhere(2, 2),
      [miss(1), miss(2, 1, tried)],
      waits(),
    ],
    ['and of a recovery that failed itself', miss(2), [back(1, 1, tried)], tells(back(1, 1, tried))],
    [
      'comes after the untried alert of an incident between',
      miss(3),
      [miss(1, 1, tried), back(1), miss(2)],
      waits(),
    ],
    [
      'comes after what is being told right now',
      miss(2),
      [miss(1, 1, { ...tried, claimedUntil: NOW + 5 })],
      waits(NOW + 5),
    ],
    [
      'does not mind a lease that is over',
      miss(2),
      [miss(1, 1, { ...tried, claimedUntil: NOW })],
      tells(miss(1, 1, { ...tried, claimedUntil: NOW })),
    ],
    ['of a recovery comes after its untried alert', back(1), [miss(1)], waits()],
    [
      'of a recovery comes after the next try of its alert',
      back(1),
      [miss(1, 1, tried)],
      waits(NOW + 15 * MINUTE_MS),
    ],
    [
      'of a repeat comes after the next try of the alert before',
      miss(1, 2),
      [miss(1, 1, tried)],
      waits(NOW + 15 * MINUTE_MS),
    ],
    ['of a recovery comes after older incidents, too', back(2), [back(1, 1, tried), miss(2)], waits()],
    ['of a recovery alone never takes the place of others', back(2), [back(1, 1, tried)], waits()],
    ['that was tried is its own', miss(2, 1, tried), [miss(1)], tells()],
  ])('%s', (_what, alert, undelivered, turn) => {
    expect(turnOf(alert, undelivered, NOW)).toEqual(turn);
  });

  it.each([
    ['30 minutes for an untried alert of an older incident', miss(2), miss(1), 30],
    ['6 hours for the tries of its own alert', back(1), miss(1, 1, tried), 360],
    ['6 hours for the tries of the alert before', miss(1, 2), miss(1, 1, tried), 360],
  ])('waits at most %s', (_what, alert, older, minutes) => {
    const since = (ms: number) => ({ ...alert, waitingSince: NOW - ms });

    expect(turnOf(since(minutes * MINUTE_MS - 1), [older], NOW).kind).toBe('wait');
    expect(turnOf(since(minutes * MINUTE_MS), [older], NOW)).toEqual(tells(older));
  });

  it('is not taken from what is being told, however long it has waited', () => {
    const taken = miss(1, 1, { claimedUntil: NOW + 45_000 });

    expect(turnOf(miss(2, 1, { waitingSince: 0 }), [taken], NOW)).toEqual(waits(NOW + 45_000));
  });
});

describe('a repeat that waits for its own incident and for an older one', () => {
  const older = [miss(1), miss(2)];
  const waitingFor = (minutes: number) => miss(2, 2, { waitingSince: NOW - minutes * MINUTE_MS });

  it('waits for six hours, as for its own alone', () => {
    expect(turnOf(waitingFor(359), older, NOW)).toEqual(waits());
    expect(turnOf(waitingFor(360), older, NOW)).toEqual(tells(...older));
  });
});

describe('the order of alerts', () => {
  const inOrder = [miss(1), back(1), miss(2), miss(2, 2), back(2, 2), miss(3)].map(({ content }) => content);

  it('is that of incidents, then of their alerts, the recovery last', () => {
    for (const [index, one] of inOrder.entries())
      for (const [place, other] of inOrder.entries()) expect(isBefore(one, other)).toBe(index < place);
  });

  it.each([
    ['a miss', sampleAlert(sampleContent()), true],
    ['a recovery', sampleAlert(sampleRecovery()), true],
    ['a miss sent once more', sampleAlert(sampleContent(), { reopened: true }), false],
    ['a test', sampleAlert(sampleContent({ kind: 'test' })), false],
    ['a blind notice', sampleAlert(sampleContent({ kind: 'blind' })), false],
    ['the report of a failing channel', sampleAlert(sampleContent({ kind: 'channel_failing' })), false],
  ])('is kept by %s: %s', (_what, alert, kept) => {
    expect(keepsOrder(alert)).toBe(kept);
  });
});

describe('wasTold', () => {
  it.each<[string, Partial<Alert>, boolean]>([
    ['sent', { state: 'sent' }, true],
    ['delivered, and sent once more', { state: 'pending', attempts: [attempt('delivered')] }, true],
    [
      'mailed, then sent once more in vain',
      { state: 'failed', attempts: [attempt('sent'), attempt('timeout')] },
      true,
    ],
    [
      'mailed, and came back',
      { state: 'undeliverable', attempts: [attempt('sent'), attempt('bounced')] },
      false,
    ],
    ['still to be tried', { state: 'pending' }, false],
    ['given up on', { state: 'failed', attempts: [attempt('timeout')] }, false],
    ['superseded', { state: 'superseded', attempts: [attempt('superseded')] }, false],
    ['undeliverable', { state: 'undeliverable', attempts: [attempt('not_confirmed')] }, false],
  ])('of an alert that was %s is %s', (_what, part, told) => {
    expect(wasTold(miss(1, 1, part))).toBe(told);
  });
});

describe('an alert that takes the place of others', () => {
  it.each<[string, Alert[], number]>([
    ['of nothing is told at once', [], 0],
    ['of what was never tried is told at once', [miss(1)], 0],
    [
      'is tried a minute after what failed, not when that would have been',
      [miss(1, 1, tried)],
      NOW + MINUTE_MS,
    ],
    ['keeps the time of what waits for the next try', [miss(2, 1, { nextTryAt: NOW + 5 })], NOW + 5],
    [
      'goes by the last try of all',
      [miss(1, 1, tried), miss(2, 1, { nextTryAt: NOW + 5 }), back(2)],
      NOW + MINUTE_MS,
    ],
  ])('%s', (_, older, expected) => {
    expect(tryAtInsteadOf(older)).toBe(expected);
  });
});

describe('the next try of an alert that failed', () => {
  const ids = Array.from({ length: 200 }, (_, each) => `msg_${each}`);

  it.each([
    [1, 60],
    [2, 300],
    [3, 900],
    [4, 3_600],
  ])(
    'comes after try %i at its time or up to a fifth later, not with that of all others',
    (tries, delaySec) => {
      const delays = ids.map((alertId) => nextTryFor({ alertId }, tries) ?? 0);

      expect(Math.min(...delays)).toBeGreaterThanOrEqual(delaySec);
      expect(Math.max(...delays)).toBeLessThanOrEqual(delaySec * 1.2);
      expect(new Set(delays).size).toBeGreaterThan(10);
    },
  );

  it('is always the same of one try, and none after the fifth', () => {
    expect(nextTryFor({ alertId: 'msg_1' }, 1)).toBe(nextTryFor({ alertId: 'msg_1' }, 1));
    expect(nextTryFor({ alertId: 'msg_1' }, 5)).toBeNull();
  });
});
