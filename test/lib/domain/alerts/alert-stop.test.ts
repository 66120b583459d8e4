import { describe, expect, it } from 'vitest';
import { heldUntil, holdAt } from '../../../../lib/domain/alerts/alert-stop.ts';
import { contentAbout, type AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';

const MIN = 60_000;
const NOW = Date.UTC(2027, 2, 1, 12);
const hold = { until: NOW + 50 * MIN };

function alert(words: Partial<AlertContent> = {}, reopened = false) {
  const own = { kind: 'miss', alertId: 'msg_1', downSince: NOW, reason: 'fail', alertNumber: 1 } as const;
  return { content: contentAbout(monitor(), { ...own, ...words }, words.decidedAt ?? NOW), reopened };
}

describe('what is held', () => {
  it.each(['miss', 'recovery', 'blind', 'channel_failing'] as const)(
    'is a %s, to the end of the hold',
    (kind) => {
      expect(heldUntil(alert({ kind }), hold, NOW)).toBe(hold.until);
    },
  );

  it('is no test, and nothing that is sent once more', () => {
    expect(heldUntil(alert({ kind: 'test' }), hold, NOW)).toBeNull();
    expect(heldUntil(alert({}, true), hold, NOW)).toBeNull();
  });

  it('is nothing without a hold, or after it', () => {
    expect(heldUntil(alert(), null, NOW)).toBeNull();
    expect(heldUntil(alert(), { until: NOW }, NOW)).toBeNull();
    expect([holdAt(null, NOW), holdAt({ until: NOW }, NOW), holdAt(hold, NOW)]).toEqual([
      null,
      null,
      hold.until,
    ]);
  });
});

describe('an hour', () => {
  const endless = { until: NOW + 10_000 * MIN };

  it('is the most for any alert, the check that brings it back included', () => {
    expect(heldUntil(alert(), endless, NOW)).toBe(NOW + 55 * MIN);
    expect(heldUntil(alert({ decidedAt: NOW - 54 * MIN }), endless, NOW)).toBe(NOW + MIN);
    expect(heldUntil(alert({ decidedAt: NOW - 55 * MIN }), endless, NOW)).toBeNull();
  });

  it('counts from when a job went silent, not from when it was noticed', () => {
    const silence = { reason: 'silence', downSince: NOW - 20 * MIN } as const;

    expect(heldUntil(alert(silence), endless, NOW)).toBe(NOW + 35 * MIN);
    expect(heldUntil(alert({ ...silence, downSince: NOW - 60 * MIN }), endless, NOW)).toBeNull();
  });

  it('counts from when pings no longer reached us, where the deadline was moved for that', () => {
    const from = NOW - 45 * MIN;
    const silence = { reason: 'silence', downSince: NOW, notHeard: { from, to: NOW } } as const;

    expect(heldUntil(alert(silence), endless, NOW)).toBe(NOW + 10 * MIN);
  });

  it('counts from its own decision for a repeat, whose silence was told', () => {
    const repeat = { reason: 'silence', alertNumber: 2, downSince: NOW - 24 * 60 * MIN } as const;

    expect(heldUntil(alert(repeat), endless, NOW)).toBe(NOW + 55 * MIN);
  });
});
