import { describe, expect, it } from 'vitest';
import { deadlineSum } from '../../../../../lib/domain/monitors/incidents/deadline-sum.ts';
import { at, monitor, scheduled } from '../../../../support/alerts/monitor-builder.ts';

const outage = { from: at('12:50'), to: at('13:20') };

describe('the sum of a deadline', () => {
  it.each([
    [
      'the last ping and the interval',
      monitor(),
      { countsFrom: at('12:00'), from: 'ping', deadlineAt: at('13:00') },
    ],
    [
      'the end of a pause after it',
      monitor({ resumedAt: at('12:30') }),
      { countsFrom: at('12:30'), from: 'pause', deadlineAt: at('13:30') },
    ],
    [
      'the scheduled run and its grace',
      scheduled(),
      { countsFrom: at('13:00'), from: 'schedule', toleranceSec: 90, deadlineAt: at('13:01:30') },
    ],
  ])('is of %s', (_, given, expected) => {
    expect(deadlineSum(given, [], at('12:45'))).toMatchObject({
      extendedSec: 0,
      notHeard: null,
      ...expected,
    });
  });

  it('has the time by which an outage of ours moved it', () => {
    expect(deadlineSum(monitor({ extendedUntil: at('13:30') }), [outage], at('13:20'))).toMatchObject({
      extendedSec: 1_800,
      notHeard: outage,
      deadlineAt: at('13:30'),
    });
  });

  it('is not moved while it only waits for the next proof that pings reach us', () => {
    expect(deadlineSum(monitor({ extendedUntil: at('13:04') }), [], at('13:04'))).toMatchObject({
      extendedSec: 0,
      deadlineAt: at('13:00'),
    });
  });

  it('is none of a job that has never pinged', () => {
    expect(deadlineSum(monitor({ lastEventAt: null }), [], at('13:00'))).toBeNull();
  });
});
