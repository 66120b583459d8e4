import { describe, expect, it } from 'vitest';
import { daysToRollUp, rollUpLookAt } from '../../../../lib/domain/statistics/roll-up.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

const HOUR_MS = 3_600_000;
/** Pinged at noon on 2 March, after a run of 5 s. */
const measured = monitor({ lastDurationMs: 5_000 });

/** The first instant of 3 March at which the day before is to be rolled up. */
function readyAt(id = measured.id): number {
  const start = at('2026-03-03T00:00Z');
  const hour = Array.from({ length: 24 * 60 }, (_, minute) => start + minute * 60_000);
  return hour.find((now) => daysToRollUp({ ...measured, id }, now) !== null) ?? Number.NaN;
}

describe('the days to roll up', () => {
  it('are those of a monitor that was pinged, measured or not', () => {
    const now = at('2026-03-09T12:00Z');

    expect(daysToRollUp(monitor(), now)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
    expect(daysToRollUp(monitor({ lastEventAt: null }), now)).toBeNull();
    const failed = monitor({ lastEventAt: null, failing: true });
    expect(daysToRollUp(failed, now)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
  });

  it('are over for an hour to seven, always as long for the same monitor', () => {
    const delays = Array.from('0123456789abcdefghjkmnpqrstvwxyz', (end) => {
      const delay = (readyAt(`${end}1j9m0n1t0r00000000000000x`) - at('2026-03-03T00:00Z')) / HOUR_MS;
      expect(delay).toBeGreaterThanOrEqual(1);
      expect(delay).toBeLessThanOrEqual(7);
      return delay;
    });

    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(3);
  });

  it('begin with the creation, then behind the last one that was rolled up', () => {
    const now = at('2026-03-09T12:00Z');

    expect(daysToRollUp(measured, now)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
    const later = { ...measured, rolledUpTo: '2026-03-05', lastEventAt: at('2026-03-07T12:00Z') };
    expect(daysToRollUp(later, now)).toEqual({ from: '2026-03-06', to: '2026-03-08' });
  });

  it('are none once no run can have ended since', () => {
    expect(daysToRollUp({ ...measured, rolledUpTo: '2026-03-02' }, at('2026-03-09T12:00Z'))).toBeNull();
  });

  it('go on while a job fails, which leaves no time behind', () => {
    const failing = { ...measured, failing: true, rolledUpTo: '2026-03-05' };

    expect(daysToRollUp(failing, at('2026-03-09T12:00Z'))).toEqual({ from: '2026-03-06', to: '2026-03-08' });
  });

  it('go back 90 days at most', () => {
    const long = { ...measured, lastEventAt: at('2026-08-01T00:00Z') };

    expect(daysToRollUp(long, at('2026-08-02T12:00Z'))).toEqual({ from: '2026-05-05', to: '2026-08-01' });
  });

  it('are none of a deleted monitor', () => {
    expect(daysToRollUp({ ...measured, active: false }, at('2026-03-09T12:00Z'))).toBeNull();
  });
});

describe('the look for the sake of days', () => {
  it('is when the day of the last run is to be rolled up', () => {
    const lookAt = rollUpLookAt(measured, at('12:05')) ?? 0;

    expect(daysToRollUp(measured, lookAt)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
    expect(daysToRollUp(measured, lookAt - 1)).toBeNull();
  });

  it('is an hour later where it is time already: what a check could not roll up waits no longer', () => {
    const now = at('2026-03-09T12:00Z');
    expect(rollUpLookAt(measured, now)).toBe(now + HOUR_MS);
  });

  it('is none where no ping came since', () => {
    expect(rollUpLookAt(monitor({ lastEventAt: null }), at('12:05'))).toBeNull();
    expect(rollUpLookAt({ ...measured, rolledUpTo: '2026-03-02' }, at('12:05'))).toBeNull();
  });
});
