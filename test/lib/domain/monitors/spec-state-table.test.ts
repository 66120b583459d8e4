import { describe, expect, it } from 'vitest';
import { check } from '../../../../lib/domain/monitors/check.ts';
import { deactivated, newMonitor, withSettings } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { newSettings, patchedSettings } from '../../../../lib/domain/monitors/settings/settings.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { stateOf } from '../../../../lib/domain/monitors/state.ts';
import { at, monitor, scheduled, settings, signal } from '../../../support/alerts/monitor-builder.ts';

const RULES = { now: at('12:10'), allowLoopback: false, freeMinIntervalSec: 90 };
const SILENT = check(monitor(), at('13:05')).monitor;

/** The rows of SPEC.md "States and transitions", Monitor `state`, in their order and by their words. */
describe('SPEC.md monitor state table', () => {
  it('none, POST /api/endpoints: waiting, next_expected_at computed forward for a scheduled monitor', () => {
    const decided = newSettings({ name: 'Backup', cron: '0 * * * *' }, RULES);
    if (!decided.ok) throw new Error(decided.detail);

    const created = newMonitor({ id: 'm', spaceId: 's', slug: null }, decided.value, at('12:10'));

    expect(stateOf(created, at('12:10'))).toBe('waiting');
    expect(created).toMatchObject({ nextExpectedAt: at('13:00'), graceSec: 90, dueAt: null });
  });

  it('none, first ping to an ingest key: waiting, then recorded', () => {
    const created = newMonitor({ id: 'm', spaceId: 's', slug: 'backup' }, settings(monitor()), at('12:10'));

    const { monitor: pinged } = applySignal(created, signal('ping'), at('12:10'));

    expect(stateOf(created, at('12:10'))).toBe('waiting');
    expect(pinged).toMatchObject({ lastEventAt: at('12:10'), dueAt: at('13:10:00.001') });
    expect(stateOf(pinged, at('12:10'))).toBe('ok');
  });

  it.each([
    ['waiting', scheduled({ lastEventAt: null })],
    ['late', scheduled()],
    ['ok', scheduled({ nextExpectedAt: at('14:00') })],
  ])('%s, ping: ok, last_event_at set and next_expected_at recomputed', (state, before) => {
    const { monitor: pinged } = applySignal(before, signal('ping'), at('13:30'));

    expect(stateOf(before, at('13:30'))).toBe(state);
    expect(stateOf(pinged, at('13:30'))).toBe('ok');
    expect(pinged).toMatchObject({ lastEventAt: at('13:30'), nextExpectedAt: at('14:00') });
  });

  it.each([
    ['silence past interval_sec', monitor(), '13:00', '13:00:00.001'],
    ['time past next_expected_at + grace_sec', scheduled(), '13:01:30', '13:01:30.001'],
  ])('ok, %s: late, miss_count increases, alert goes out', (_what, given, deadline, passed) => {
    const checked = check(given, at(passed));

    expect(stateOf(given, at(deadline))).toBe('ok');
    expect(stateOf(given, at(passed))).toBe('late');
    expect(checked.monitor.missCount).toBe(1);
    expect(checked.decisions).toMatchObject([{ kind: 'miss', reason: 'silence' }]);
  });

  it('late, the alert goes out under the repeat cap', () => {
    expect(check(SILENT, at('2026-03-03T13:04:59.999Z')).decisions).toEqual([]);
    expect(check(SILENT, at('2026-03-03T13:05Z')).decisions).toMatchObject([
      { kind: 'miss', alertNumber: 2 },
    ]);
  });

  it.each([
    ['waiting', monitor({ lastEventAt: null })],
    ['ok', monitor({ lastEventAt: at('13:30') })],
    ['late', monitor()],
    ['paused', monitor({ pausedUntil: at('23:00') })],
  ])('any (%s), start: unchanged, the run set, last_event_at and miss counter left', (state, given) => {
    const before = { ...given, missCount: 3, missCounted: true };

    const { monitor: started } = applySignal(before, signal('start', 'r1'), at('13:40'));

    expect(stateOf(started, at('13:40'))).toBe(state);
    expect(started).toMatchObject({ lastEventAt: given.lastEventAt, missCount: 3, missCounted: true });
    expect(started.runs.at(-1)).toEqual({ rid: 'r1', startedAt: at('13:40'), alertedAt: null });
  });

  it.each([
    ['matching rid', 'r1', 600_000, []],
    ['none sent', null, 600_000, []],
    ['a different rid leaves the open run alone', 'r2', null, ['r1']],
  ])('any, close signal, %s: last_duration_ms recorded, open run cleared', (_what, rid, durationMs, left) => {
    const running = applySignal(monitor(), signal('start', 'r1'), at('12:20')).monitor;

    const { monitor: closed } = applySignal(running, signal('ping', rid), at('12:30'));

    expect(closed.lastDurationMs).toBe(durationMs);
    expect(closed.runs.map((run) => run.rid)).toEqual(left);
  });

  it.each([
    ['waiting', monitor({ lastEventAt: null })],
    ['ok', monitor({ lastEventAt: at('13:30') })],
    ['late', SILENT],
  ])('any (%s), fail: unchanged at once, pending, the clock keeps running', (state, before) => {
    const { monitor: failed } = applySignal(before, signal('fail'), at('13:40'));

    expect(stateOf(failed, at('13:40'))).toBe(state);
    expect(failed.pending).toEqual([{ kind: 'fail', at: at('13:40') }]);
    expect(failed.lastEventAt).toBe(before.lastEventAt);
  });

  it('any, fail: the 5-minute check alerts with reason fail', () => {
    const { monitor: failed } = applySignal(monitor(), signal('fail'), at('12:40'));

    expect(check(failed, at('12:45')).decisions).toMatchObject([{ kind: 'miss', reason: 'fail' }]);
  });

  it('open run, run older than max_duration_sec: unchanged, alert with reason too_long', () => {
    const running = applySignal(monitor({ maxDurationSec: 600 }), signal('start', 'r1'), at('12:20')).monitor;

    const checked = check(running, at('12:35'));

    expect(stateOf(checked.monitor, at('12:35'))).toBe('ok');
    expect(checked.decisions).toMatchObject([{ kind: 'miss', reason: 'too_long', runId: 'r1' }]);
  });

  it('late, monitor comes back: ok, recovery with down_since and recovered_at', () => {
    const back = applySignal(SILENT, signal('ping'), at('13:20')).monitor;

    expect(stateOf(back, at('13:20'))).toBe('ok');
    expect(check(back, at('13:25')).decisions).toMatchObject([
      { kind: 'recovery', downSince: at('13:00'), recoveredAt: at('13:20') },
    ]);
  });

  it.each([
    ['waiting', monitor({ lastEventAt: null })],
    ['ok', monitor({ lastEventAt: at('13:30') })],
    ['late', SILENT],
  ])('any (%s), paused_until set to a future instant: paused, never alerts', (_state, before) => {
    const paused = withSettings(
      before,
      settings(before, { pausedUntil: at('2026-03-20T13:40Z') }),
      at('13:40'),
    );

    expect(stateOf(paused, at('13:40'))).toBe('paused');
    expect(check(paused, at('2026-03-20T13:39Z')).decisions).toEqual([]);
  });

  it('paused, paused_until set to null: per normal rules', () => {
    const paused = monitor({ pausedUntil: at('23:00') });

    const resumed = withSettings(paused, settings(paused, { pausedUntil: null }), at('13:40'));

    expect(stateOf(resumed, at('14:40'))).toBe('ok');
    expect(stateOf(resumed, at('14:40:00.001'))).toBe('late');
  });

  it('any, DELETE: inactive, stops alerting', () => {
    const failing = applySignal(SILENT, signal('fail'), at('13:10')).monitor;

    const gone = deactivated(failing, at('13:40'));

    expect(stateOf(gone, at('13:40'))).toBe('inactive');
    expect(check(gone, at('2026-03-20T13:40Z')).decisions).toEqual([]);
    expect(gone.dueAt).toBeNull();
  });

  it('any, PATCH of name, alert channels, tags: unchanged, next_expected_at kept', () => {
    const late = scheduled();
    const wanted = { name: 'Renamed', alertTo: 'bob@example.com', tags: ['prod'] };

    const patched = patch(late, wanted, '13:30');

    expect(patched).toMatchObject({ ...wanted, nextExpectedAt: at('13:00') });
    expect(stateOf(patched, at('13:30'))).toBe('late');
  });

  it.each([
    ['cron', { cron: '30 * * * *' }, '13:30'],
    ['grace_sec', { graceSec: 300 }, '14:00'],
    ['tz', { tz: 'Asia/Kolkata' }, '13:30'],
  ])('any, PATCH changing %s: next_expected_at is computed forward on patch', (_what, wanted, expected) => {
    expect(patch(scheduled(), wanted, '13:10').nextExpectedAt).toBe(at(expected));
  });

  it('any, PATCH changing interval_sec: recomputed', () => {
    expect(stateOf(patch(monitor(), { intervalSec: 7_200 }, '13:30'), at('14:00'))).toBe('ok');
    expect(stateOf(patch(monitor(), { intervalSec: 600 }, '12:30'), at('12:30'))).toBe('late');
  });
});

function patch(before: Monitor, wanted: Parameters<typeof patchedSettings>[1], time: string): Monitor {
  const decided = patchedSettings(settings(before), wanted, { ...RULES, now: at(time) });
  if (!decided.ok) throw new Error(decided.detail);
  return withSettings(before, decided.value, at(time));
}
