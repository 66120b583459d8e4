import { describe, expect, it } from 'vitest';
import { calmOf } from '../../../../lib/domain/monitors/calm.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, isRoutine } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

const calm = monitor({ rev: 1, dueAt: at('13:00') + 1 });
const incident = {
  number: 1,
  reason: 'silence',
  downSince: at('11:00'),
  openedAt: at('11:05'),
  alertedAt: at('11:05'),
  alerts: 1,
} as const;

/** Of every field, complete by type: values with which the monitor is calm still, and such with which it is not. */
const FIELDS: { [Field in keyof Required<Monitor>]: { calm: unknown[]; not?: unknown[] } } = {
  id: { calm: ['another'] },
  idTail: { calm: ['tail'] },
  spaceId: { calm: ['space-2'] },
  slug: { calm: ['backup'] },
  sentAs: { calm: ['Backup'] },
  importedAs: { calm: ['0 3 * * * backup'] },
  watched: { calm: [true] },
  threshold: {
    calm: [],
    not: [{ deviceId: 'd', measure: 'disco', field: 'pct', side: 'above', value: 90 }],
  },
  asCheck: { calm: [true] },
  broughtId: { calm: [true] },
  checkSlug: { calm: ['backup'] },
  blockId: { calm: ['block'] },
  name: { calm: ['other'] },
  intervalSec: { calm: [7_200], not: [1_800] },
  cron: { calm: [], not: ['0 3 * * *'] },
  tz: { calm: ['UTC'] },
  graceSec: { calm: [60] },
  alertTo: { calm: [null] },
  alertToOwn: { calm: [true] },
  alertUrl: { calm: ['https://example.com/'] },
  maxDurationSec: { calm: [60] },
  alertRepeatSec: { calm: [60] },
  alertAfterFailures: { calm: [3] },
  usesChannels: { calm: [false] },
  tags: { calm: [['a']] },
  pausedUntil: { calm: [at('11:59'), at('12:00')], not: [at('12:00') + 1, at('14:00')] },
  resumedAt: { calm: [at('12:00')], not: [at('12:30')] },
  pausedAt: { calm: [at('11:00')] },
  lateAtPause: { calm: [], not: [at('11:00')] },
  active: { calm: [], not: [false] },
  countsAsFast: { calm: [true] },
  createdAt: { calm: [0] },
  nextExpectedAt: { calm: [at('13:00')] },
  missingRunAt: { calm: [], not: [at('11:00')] },
  unscheduledSec: { calm: [600] },
  lastEventAt: { calm: [at('12:30')], not: [null, at('11:00')] },
  lastStatus: { calm: [200] },
  lastLatencyMs: { calm: [5] },
  lastDurationMs: { calm: [5] },
  keptLately: { calm: [{ slot: 178_000_000, events: 60, outputs: 6 }] },
  recent: { calm: [['m3k9x2a1Gtail']] },
  runs: { calm: [], not: [[{ rid: null, startedAt: at('12:00'), alertedAt: null }]] },
  endedRuns: { calm: [[{ rid: 'a', endedAt: at('12:00') }]] },
  pending: { calm: [], not: [[{ kind: 'fail', at: at('12:00') }], [{ kind: 'recovery', at: at('12:00') }]] },
  incident: { calm: [], not: [incident] },
  incidents: { calm: [4] },
  unrecorded: { calm: [], not: [[]] },
  rolledUpTo: { calm: ['2026-03-01'] },
  proposed: {
    calm: [{ id: 'grace-1', kind: 'grace', patch: { grace_sec: 600 }, runs: 20 }],
  },
  learnedRuns: { calm: [3] },
  drifts: { calm: [['slower', 'overlaps']] },
  learns: { calm: [], not: [true] },
  dismissed: { calm: [['grace-1']] },
  failing: { calm: [], not: [true] },
  failedRuns: { calm: [], not: [{ inARow: 1, since: at('12:00'), events: [] }] },
  missCount: { calm: [4] },
  missCounted: { calm: [], not: [true] },
  alertedAt: { calm: [at('11:05')] },
  healthySince: { calm: [at('11:00')] },
  extendedUntil: { calm: [], not: [at('12:00'), at('13:30')] },
  deactivatedAt: { calm: [] },
  tokenVersion: { calm: [2] },
  webhookSecretVersion: { calm: [2] },
  webhookSecretRotatedAt: { calm: [at('11:00')] },
  rev: { calm: [2], not: [0] },
  dueAt: { calm: [at('12:00'), at('13:00')], not: [null, at('13:00') + 2] },
};

const cases = (kind: 'calm' | 'not') =>
  Object.entries(FIELDS).flatMap(([field, values]) =>
    (values[kind] ?? []).map((value) => [field, JSON.stringify(value), { ...calm, [field]: value }] as const),
  );

describe('calmOf', () => {
  it('tells how long it tolerates silence, and since when it would be late', () => {
    expect(calmOf(calm)).toEqual({ toleranceMs: 3_600_000, lateAt: at('13:00') });
  });

  it.each(cases('calm'))('does not mind its %s: %s', (_field, _value, given) => {
    expect(calmOf(given)).not.toBeNull();
  });

  it.each(cases('not'))('minds its %s: %s', (_field, _value, given) => {
    expect(calmOf(given)).toBeNull();
  });

  it.each(cases('calm'))(
    'is right about what a success in time changes, whatever its %s: %s',
    (...[, , given]) => {
      const { lateAt, toleranceMs } = calmOf(given) ?? expect.fail();
      for (const now of [(given.lastEventAt ?? 0) + 1, lateAt]) {
        const ping = { kind: 'ping', rid: null, status: 7, latencyMs: 8 } as const;
        const { monitor: after, durationMs } = applySignal(given, ping, now);

        expect(durationMs).toBeNull();
        expect(isRoutine(given, after)).toBe(true);
        expect(after).toEqual({
          ...given,
          lastEventAt: now,
          lastStatus: 7,
          lastLatencyMs: 8,
          nextExpectedAt: null,
        });
        expect(calmOf(after)).toEqual({ toleranceMs, lateAt: now + toleranceMs });
      }
    },
  );
});
