import { describe, expect, it } from 'vitest';
import {
  asOne,
  movedDeadline,
  openWindow,
  windowAt,
  type BlindWindow,
} from '../../../../../lib/domain/monitors/outage/blind-window.ts';
import { at } from '../../../../support/alerts/monitor-builder.ts';

const window = (from: string, to: string | null): BlindWindow => ({
  from: at(from),
  to: to === null ? null : at(to),
});

describe('windows as one', () => {
  it.each([
    ['that overlap', [window('11:50', '12:20'), window('12:00', '12:30')], [window('11:50', '12:30')]],
    ['that touch', [window('12:00', '12:30'), window('11:50', '12:00')], [window('11:50', '12:30')]],
    ['of which one lasts', [window('11:50', null), window('12:00', '12:30')], [window('11:50', null)]],
    [
      'that are apart',
      [window('12:00', '12:30'), window('11:50', '11:59:59')],
      [window('11:50', '11:59:59'), window('12:00', '12:30')],
    ],
  ])('%s', (_which, windows, expected) => {
    const before = structuredClone(windows);

    expect(asOne(windows)).toEqual(expected);
    expect(windows).toEqual(before);
  });
});

describe('the window an instant lies in', () => {
  const windows = [window('08:00', '08:30'), window('12:00', null)];

  it.each([
    ['07:59:59', undefined],
    ['08:00', windows[0]],
    ['08:30', windows[0]],
    ['08:30:00.001', undefined],
    ['11:59:59', undefined],
    ['12:00', windows[1]],
    ['23:00', windows[1]],
  ])('at %s', (instant, expected) => {
    expect(windowAt(windows, at(instant))).toEqual(expected);
  });

  it('that lasts is the one without an end', () => {
    expect(openWindow(windows)).toEqual(windows[1]);
    expect(openWindow([window('08:00', '08:30')])).toBeUndefined();
  });
});

describe('a moved deadline', () => {
  const now = at('12:40');
  const moved = (deadline: string, windows: BlindWindow[], from = '11:00', asked = now) =>
    movedDeadline({ expectedFrom: at(from), deadlineAt: at(deadline) }, windows, asked);

  it.each([
    ['before the window stays', '11:59:59', '11:59:59'],
    ['at its beginning moves, with a minute to come back', '12:00', '12:31'],
    ['inside moves by its length', '12:10', '12:40'],
    ['at its end moves', '12:30', '13:00'],
    ['after it moves too: the ping may have been lost in it', '12:35', '13:05'],
  ])('%s', (_where, deadline, expected) => {
    expect(moved(deadline, [window('12:00', '12:30')]).at).toBe(at(expected));
  });

  it.each([
    ['before the window', '11:59', '12:40'],
    ['in it', '12:20', '12:20'],
    ['at its end', '12:30', '12:10'],
  ])('moves by what was lost since its ping was expected: %s', (_from, from, expected) => {
    const asked = { expectedFrom: at(from), deadlineAt: at('12:10') };

    expect(movedDeadline(asked, [window('12:00', '12:30')], now).at).toBe(
      from === '12:20' ? at('12:31') : at(expected),
    );
  });

  it('moves again when it lands in the next window', () => {
    const windows = [window('12:00', '12:30'), window('12:35', '12:40')];

    expect(moved('12:10', windows).at).toBe(at('12:45'));
    expect(moved('12:01', windows).at).toBe(at('12:31'));
  });

  it('of a window that lasts is never over', () => {
    expect(moved('12:00', [window('12:00', null)]).at).toBeGreaterThan(now);
    expect(moved('12:10', [window('12:00', null)]).at).toBe(at('12:50'));
  });

  it.each([
    ['that lasts', window('12:00', null), '18:00'],
    ['that is over', window('12:00', '18:00'), '18:05'],
  ])('moves by an hour at most, also for a window of six hours %s', (_what, longest, asked) => {
    expect(moved('12:10', [longest], '11:00', at(asked)).at).toBe(at('13:10'));
    expect(moved('17:30', [longest], '11:00', at(asked)).at).toBe(at('18:30'));
  });

  it('moves by an hour at most, also by several windows, and names the one that took most', () => {
    const windows = [window('12:00', '12:40'), window('12:45', '13:35'), window('13:37', null)];

    expect(moved('12:10', windows, '11:00', at('14:00'))).toEqual({ at: at('13:10'), window: windows[1] });
    expect(moved('12:10', [], '11:00')).toEqual({ at: at('12:10'), window: null });
  });
});
