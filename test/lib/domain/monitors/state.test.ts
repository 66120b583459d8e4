import { describe, expect, it } from 'vitest';
import { alertRepeatSecOf, runLimitAt, stateOf } from '../../../../lib/domain/monitors/state.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

const HELD = { active: false, pausedUntil: at('23:00'), lastEventAt: null };

describe('stateOf', () => {
  it.each([
    ['inactive before paused', monitor(HELD), 'inactive'],
    ['inactive before late', monitor({ active: false }), 'inactive'],
    ['paused before waiting', monitor({ ...HELD, active: true }), 'paused'],
    ['paused before late', monitor({ pausedUntil: at('23:00') }), 'paused'],
    ['waiting before late', monitor({ lastEventAt: null }), 'waiting'],
    ['late', monitor(), 'late'],
    ['ok', monitor({ lastEventAt: at('21:59') }), 'ok'],
    ['ok although the last run failed', monitor({ lastEventAt: at('21:59'), failing: true }), 'ok'],
  ])('says %s', (_what, given, state) => {
    expect(stateOf(given, at('22:00'))).toBe(state);
  });
});

describe('the repeat gap', () => {
  it.each([
    ['a day by default', null, 3_600, 86_400],
    ['the requested gap', 7_200, 3_600, 7_200],
    ['the interval when it is longer than the requested gap', 3_600, 7_200, 7_200],
    ['the interval when it is longer than a day', null, 604_800, 604_800],
  ])('is %s', (_what, alertRepeatSec, intervalSec, gapSec) => {
    expect(alertRepeatSecOf({ alertRepeatSec, intervalSec })).toBe(gapSec);
  });
});

describe('the run limit', () => {
  const run = { rid: null, startedAt: at('12:00'), alertedAt: null };

  it('is the start plus the longest duration', () => {
    expect(runLimitAt({ maxDurationSec: 1_800 }, run)).toBe(at('12:30'));
  });

  it('does not exist without a longest duration', () => {
    expect(runLimitAt({ maxDurationSec: null }, run)).toBeNull();
  });
});
