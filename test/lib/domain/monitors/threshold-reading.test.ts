import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../../lib/domain/monitors/check.ts';
import { newMonitor } from '../../../../lib/domain/monitors/lifecycle.ts';
import {
  everyInterval,
  defaultMonitorSettings,
} from '../../../../lib/domain/monitors/settings/default-settings.ts';
import {
  afterNumber,
  underRule,
  type ThresholdMonitor,
} from '../../../../lib/domain/monitors/threshold-reading.ts';
import { endOf, levelOf, type ThresholdRule } from '../../../../lib/domain/machines/thresholds/threshold.ts';
import { stateOf } from '../../../../lib/domain/monitors/state.ts';

const MINUTE = 60_000;
const BORN = Date.parse('2027-03-01T12:00:00Z');
const RULE: ThresholdRule = { measure: 'disco', field: 'pct', side: 'above', value: 90 };

function monitorOf(rule: Partial<ThresholdRule> = {}, inARow = 1): ThresholdMonitor {
  const settings = defaultMonitorSettings('db-1 Disk', everyInterval(900), null);
  const born = newMonitor(
    { id: 'm', spaceId: 's', slug: null },
    { ...settings, alertAfterFailures: inARow },
    BORN,
  );
  return { ...born, threshold: { ...RULE, ...rule, deviceId: 'd' } };
}

/** A reading each minute from the first on, and a check behind each where it is asked for. */
function after(monitor: ThresholdMonitor, values: readonly number[], isChecked = false): ThresholdMonitor {
  return values.reduce<ThresholdMonitor>((before, value, index) => {
    const at = BORN + (index + 1) * MINUTE;
    const read = afterNumber(before, value, at);
    return isChecked ? { ...check(read, at + 1).monitor, threshold: read.threshold } : read;
  }, monitor);
}

describe('where a threshold is over', () => {
  it.each<[Partial<ThresholdRule>, number]>([
    [{}, 88],
    [{ value: 5 }, 4.5],
    [{ value: 0 }, 0],
    [{ value: 100 }, 98],
    [{ side: 'below', value: 10 }, 12],
    [{ side: 'below', value: 99 }, 99.1],
    [{ side: 'below', value: 100 }, 100],
    [{ measure: 'servicos', field: 'falhos', value: 0 }, 0],
    [{ measure: 'servicos', field: 'falhos', value: 1 }, 1],
    [{ measure: 'processos', field: 'total', value: 100 }, 95],
    [{ measure: 'loadavg', field: 'm5', value: 4 }, 3.8],
    [{ measure: 'temperatura', field: 'max', side: 'below', value: -20 }, -19],
  ])('%j is over at %d', (rule, end) => {
    expect(endOf({ ...RULE, ...rule })).toBe(end);
    expect(levelOf({ ...RULE, ...rule }, end)).toBe('within');
  });

  it('is never beyond it, and a number can always be there', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom('above', 'below'),
        (value, side) => {
          const rule = { ...RULE, value, side };
          const end = endOf(rule);
          expect(end).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(100);
          expect(levelOf(rule, end)).not.toBe('beyond');
        },
      ),
    );
  });
});

describe('a reading', () => {
  it.each<[string, number[], string[]]>([
    ['that is within, at first', [60], ['ping']],
    ['that is within, again', [60, 70, 89.9, 90], ['ping', '-', '-', '-']],
    ['beyond the value', [60, 90.1], ['ping', 'fail']],
    ['beyond it at first', [95], ['fail']],
    ['beyond it still', [95, 99, 91], ['fail', '-', '-']],
    ['around the value', [90.1, 89.9, 90.1, 88.1], ['fail', '-', '-', '-']],
    ['well within again', [95, 88, 87], ['fail', 'ping', '-']],
    ['back and forth', [95, 80, 95], ['fail', 'ping', 'fail']],
  ])('%s', (_what, values, expected) => {
    let monitor = monitorOf();
    const turns = values.map((value, index) => {
      const before = monitor;
      monitor = afterNumber(before, value, BORN + (index + 1) * MINUTE);
      if (monitor === before) return '-';
      return monitor.failing ? 'fail' : 'ping';
    });
    expect(turns).toEqual(expected);
  });

  it('that comes behind a later one, or again, says nothing', () => {
    const ill = after(monitorOf(), [60, 95]);
    expect(afterNumber(ill, 10, BORN + 2 * MINUTE)).toBe(ill);
    expect(afterNumber(ill, 10, BORN + MINUTE)).toBe(ill);
    const well = after(ill, [60, 95, 60]);
    expect(afterNumber(well, 95, BORN + 3 * MINUTE - 1)).toBe(well);
  });

  it('by a clock that was set back is heard all the same', () => {
    const ill = after(monitorOf(), [95]);
    expect(afterNumber(ill, 10, BORN - 3_600_000).failing).toBe(false);
  });

  it('counts once for its minute where several in a row have to be beyond', () => {
    const one = after(monitorOf({}, 2), [95]);
    expect(afterNumber(one, 96, BORN + MINUTE + 30_000)).toBe(one);
    expect(afterNumber(one, 96, BORN + 2 * MINUTE).failing).toBe(true);
  });

  it('that is within begins the row anew', () => {
    expect(after(monitorOf({}, 3), [95, 95, 89.9, 95, 95]).failing).toBe(false);
    expect(after(monitorOf({}, 3), [95, 95, 95]).failing).toBe(true);
  });
});

describe('a threshold', () => {
  it('has no deadline: the watch of its machine tells that nothing comes', () => {
    const well = after(monitorOf(), [60]);
    const later = check(well, BORN + 365 * 86_400_000);
    expect(later.decisions).toEqual([]);
    expect(stateOf(later.monitor, BORN + 365 * 86_400_000)).toBe('ok');
    expect(well.dueAt).toBeNull();
  });

  it('goes on beyond the value with the reason and the number of its beginning', () => {
    const open = after(monitorOf(), [60, 93, 97], true);
    expect(open.incident).toMatchObject({
      reason: 'threshold',
      downSince: BORN + 2 * MINUTE,
      failure: { reading: 93 },
      alerts: 1,
    });
    const { decisions } = check(open, BORN + 2 * MINUTE + 86_400_001);
    expect(decisions).toMatchObject([{ reason: 'threshold', alertNumber: 2, reading: 93 }]);
  });

  it('has an open incident behind a check just where the numbers say so', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 80, max: 100, noNaN: true }), { maxLength: 40 }), (values) => {
        let isIll = false;
        for (const value of values) isIll = value > 90 || (isIll && value > 88);
        const judged = after(monitorOf(), values, true);
        expect(judged.incident !== null).toBe(isIll);
        expect(judged.incident?.alerts ?? 1).toBe(1);
      }),
    );
  });

  it('writes no more than the numbers cross its two values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 88.001, max: 90, noNaN: true }), { minLength: 2 }), (values) => {
        const well = after(monitorOf(), [60]);
        const ill = after(monitorOf(), [95]);
        for (const [index, value] of values.entries()) {
          expect(afterNumber(well, value, BORN + (index + 3) * MINUTE)).toBe(well);
          expect(afterNumber(ill, value, BORN + (index + 3) * MINUTE)).toBe(ill);
        }
      }),
    );
  });
});

type Step = { read: number } | { value: number } | { side: ThresholdRule['side'] } | 'check';

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ read: fc.constantFrom(5, 15, 50, 87, 89, 91, 93, 97) }),
    fc.record({ value: fc.constantFrom(10, 90, 92, 95) }),
    fc.record({ side: fc.constantFrom('above', 'below') }),
    fc.constant<Step>('check'),
  ),
  { maxLength: 30 },
);

it('however its rule is changed, an incident can end, a failure is told, and a reading decides', () => {
  fc.assert(
    fc.property(STEPS, fc.constantFrom(1, 2), (steps, inARow) => {
      let monitor = monitorOf({}, inARow);
      let at = BORN;
      for (const step of steps) {
        at += MINUTE;
        if (step === 'check') monitor = { ...monitor, ...check(monitor, at).monitor };
        else if ('read' in step) monitor = afterNumber(monitor, step.read, at);
        else monitor = underRule(monitor, { ...monitor.threshold, ...step });
        const { failing, incident, pending, threshold } = monitor;
        const isDown = (pending.at(-1)?.kind ?? (incident ? 'fail' : 'recovery')) === 'fail';
        expect(isDown).toBe(failing);
        if (pending.length > 0) expect(monitor.dueAt).toBeLessThanOrEqual(at);
        if (step === 'check' || !('read' in step)) continue;
        const level = levelOf(threshold, step.read);
        if (level === 'within') expect(failing).toBe(false);
        if (level === 'beyond' && inARow === 1) expect(failing).toBe(true);
      }
    }),
  );
});
