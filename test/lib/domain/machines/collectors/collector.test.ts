import { describe, expect, it } from 'vitest';
import {
  COLLECTORS,
  measuredBy,
  normalised,
} from '../../../../../lib/domain/machines/collectors/collector.ts';

describe('what is asked of a collector', () => {
  it.each([
    [['system'], ['system']],
    [['host', 'disk', 'network'], ['system']],
    [
      ['network', 'mysql', 'disk', 'host'],
      ['system', 'mysql'],
    ],
    [['system', 'disk'], ['system']],
    [
      ['disk', 'host'],
      ['host', 'disk'],
    ],
    [['asterisk', 'asterisk'], ['asterisk']],
    [[], []],
  ] as const)('%j is kept as %j', (asked, kept) => {
    expect(normalised(asked)).toEqual(kept);
  });

  it('says what of it the collector cannot measure', () => {
    expect(measuredBy('ncpa', ['system', 'mysql', 'asterisk'])).toEqual({
      measured: ['host', 'disk', 'network'],
      notMeasured: ['mysql', 'asterisk'],
    });
    expect(measuredBy('alloy', ['mysql'])).toEqual({ measured: ['mysql'], notMeasured: [] });
  });

  it('has a wire of its own for each collector', () => {
    const kinds = Object.values(COLLECTORS).map(({ kind }) => kind);

    expect(new Set(kinds).size).toBe(kinds.length);
  });
});
