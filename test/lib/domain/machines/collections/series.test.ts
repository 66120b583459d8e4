import { describe, expect, it } from 'vitest';
import { pollAfterSec, reuseSec, seriesOf } from '../../../../../lib/domain/machines/collections/series.ts';
import { MEASURES, MEASURE_IDS } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Values } from '../../../../../lib/domain/machines/measures/measure.ts';
import { packed } from '../../../../../lib/domain/machines/readings/reading-encoding.ts';

const BEGAN = Date.UTC(2027, 2, 1, 12);
const BEGAN_SEC = BEGAN / 1000;
const loadavg = { measure: 'loadavg', createdAt: BEGAN, isActive: true } as const;
const rede = { ...loadavg, measure: 'rede' } as const;

const load = (sec: number, values: Values) => ({ lo: packed(MEASURES.loadavg, values, BEGAN_SEC + sec) });
const traffic = (sec: number, values: Values) => ({ re: packed(MEASURES.rede, values, BEGAN_SEC + sec) });

it('no field of a measure is called as the time of a reading', () => {
  expect(MEASURE_IDS.flatMap((id) => MEASURES[id].fields).filter(({ id }) => id === 't')).toEqual([]);
});

describe('seriesOf', () => {
  it('keeps the order, and leaves out what is no reading of the measure', () => {
    const rows = [
      load(120, { m1: 2 }),
      traffic(90, { rx: 1 }),
      { lo: 'half a' },
      load(60, { m1: 1, m5: 0.5 }),
    ];

    expect(seriesOf(loadavg, rows, 10)).toEqual([
      { atSec: BEGAN_SEC + 120, values: { m1: 2 } },
      { atSec: BEGAN_SEC + 60, values: { m1: 1, m5: 0.5 } },
    ]);
    expect(seriesOf(loadavg, rows, 1)).toHaveLength(1);
  });

  it('begins in the second in which the collection began', () => {
    const rows = [load(0, { m1: 2 }), load(-1, { m1: 1 })];

    expect(seriesOf({ ...loadavg, createdAt: BEGAN + 999 }, rows, 10).map(({ values }) => values)).toEqual([
      { m1: 2 },
    ]);
  });

  it('shows traffic as what was counted since the reading before, which need not be shown itself', () => {
    const rows = [
      traffic(120, { entrada: 9, saida: 9, rx: 3_000_000, tx: 600_000, err: 4 }),
      traffic(60, { entrada: 8, saida: 8, rx: 1_500_000, tx: 300_000, err: 1 }),
      traffic(-60, { entrada: 7, saida: 7, rx: 0, tx: 0, err: 0 }),
    ];

    const [newest] = seriesOf(rede, rows, 1);
    expect(newest?.values).toEqual({ entrada: 0.2, saida: 0.04, erros: 3 });
    // What came before the collection began is not its own.
    expect(seriesOf(rede, rows, 3).map(({ values }) => values['entrada'])).toEqual([0.2, 8]);
  });
});

describe('pollAfterSec', () => {
  it.each([
    ['empty in its first minute', 0, 59_999, true, 5],
    ['empty after it', 0, 60_000, true, 60],
    ['with a reading', 1, 0, true, 60],
    ['stopped', 0, 0, false, 60],
  ])('%s', (_what, readings, afterMs, isActive, sec) => {
    expect(pollAfterSec({ ...loadavg, isActive }, readings, BEGAN + afterMs)).toBe(sec);
  });
});

describe('reuseSec', () => {
  it('is short while one new collection has nothing', () => {
    const rows = [load(1, { m1: 1 })];

    expect(reuseSec([loadavg], rows, BEGAN + 2_000)).toBe(60);
    expect(reuseSec([loadavg, rede], rows, BEGAN + 2_000)).toBe(5);
    expect(reuseSec([loadavg, rede], rows, BEGAN + 60_000)).toBe(60);
  });
});
