import { describe, expect, it } from 'vitest';
import type { AlertContent, SupersededAlert } from '../../../../lib/domain/alerts/alert-content.ts';
import { isNoLongerSo } from '../../../../lib/domain/alerts/put-off.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';
import { sampleAlert, sampleContent } from './sample-content.ts';

/** Decided of a silence at 13:05, not told before a pause that ended at 14:00. */
const isOver = (words: Partial<AlertContent> = {}, reopened = false) =>
  isNoLongerSo(
    sampleAlert(sampleContent({ decidedAt: at('13:05'), ...words }), { reopened }),
    monitor({ resumedAt: at('14:00') }),
    at('14:30'),
  );

function past(reason: SupersededAlert['reason'], incident: number): SupersededAlert {
  return { kind: 'miss', alertId: `msg_${incident}`, incident, alertNumber: 1, reason, at: at('12:30') };
}
const silences = Array.from({ length: 10 }, (_, index) => past('silence', index + 2));

describe('what was put off for a pause, of a job that was well when it ended', () => {
  it('is over where it is a silence, also one that stands for silences', () => {
    expect(isOver()).toBe(true);
    expect(isOver({ superseded: { total: 10, tries: 1, last: silences } })).toBe(true);
  });

  it('is told where it is a failure, stands for one, or may stand for one that it no longer names', () => {
    expect(isOver({ reason: 'fail' })).toBe(false);
    expect(isOver({ superseded: { total: 1, tries: 1, last: [past('fail', 1)] } })).toBe(false);
    expect(isOver({ superseded: { total: 11, tries: 1, last: silences } })).toBe(false);
  });

  it('is told where it stands for the end of an incident, but for one whose beginning it stands for too', () => {
    const end: SupersededAlert = { ...past('silence', 1), kind: 'recovery' };

    expect(isOver({ superseded: { total: 1, tries: 1, last: [end] } })).toBe(false);
    expect(isOver({ superseded: { total: 2, tries: 1, last: [past('silence', 1), end] } })).toBe(true);
  });

  it('is told where its owner sends it once more', () => {
    expect(isOver({}, true)).toBe(false);
  });
});
