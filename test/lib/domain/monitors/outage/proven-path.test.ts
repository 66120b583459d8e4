import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlindWindow } from '../../../../../lib/domain/monitors/outage/blind-window.ts';
import type { PathProof } from '../../../../../lib/domain/monitors/outage/proof.ts';
import { pathAt, type OutageEvidence } from '../../../../../lib/domain/monitors/outage/proven-path.ts';
import { at } from '../../../../support/alerts/monitor-builder.ts';

const window = (from: string, to: string | null): BlindWindow => ({
  from: at(from),
  to: to === null ? null : at(to),
});
const canary = (...times: string[]): PathProof[] =>
  times.map((each) => ({ at: at(each), name: 'a', by: 'canary' }));
const checks = (...times: string[]): PathProof[] =>
  times.map((each) => ({ at: at(each), name: 'a', by: 'check' }));

/** A service of one name that has been awake all day, and never judged; a test names what it is about. */
const seen = (now: string, given: Partial<OutageEvidence>) =>
  pathAt(
    {
      names: ['a'],
      proofs: [],
      unanswered: [],
      windows: [],
      openAt: {},
      judgedSince: at('00:00'),
      ...given,
    },
    at(now),
  );
const windowsAt = (now: string, given: Partial<OutageEvidence>) => seen(now, given).windows;

describe('a time without the canary', () => {
  it.each([
    ['is none while it pings each minute', canary('12:08', '12:09', '12:10'), []],
    ['is none of 90 s', canary('12:08:30'), []],
    ['of a millisecond more lasts', canary('12:08:29.999'), [window('12:08:29.999', null)]],
    ['that ended lies between two pings', canary('12:05:59', '12:10'), [window('12:05:59', '12:10')]],
    ['is none of 90 s that ended', canary('12:08', '12:09:30'), []],
    ['is found in pings in any order', canary('12:10', '12:04', '12:05'), [window('12:05', '12:10')]],
    ['leaves out pings of the future', canary('12:06', '12:11'), [window('12:06', null)]],
  ])('%s', (_what, proofs, windows) => {
    expect(windowsAt('12:10', { proofs })).toEqual(windows);
  });

  it('is unknown where there is no canary', () => {
    expect(seen('12:10', { proofs: null })).toMatchObject({ windows: [], provenAt: at('12:10') });
  });

  it('counts from when the service was last awake', () => {
    const given = { proofs: canary('11:00'), judgedSince: at('12:06') };

    expect(windowsAt('12:07:30', given)).toEqual([]);
    expect(windowsAt('12:07:30.001', given)).toEqual([window('12:06', null)]);
  });

  it('of one that never got through lasts since the service was awake, and ends with its first ping', () => {
    const awake = { judgedSince: at('12:00') };

    expect(windowsAt('12:10', awake)).toEqual([window('12:00', null)]);
    const proofs = canary('12:18', '12:19', '12:20');
    expect(windowsAt('12:20', { ...awake, proofs, windows: [window('12:00', null)] })).toEqual([
      window('12:00', '12:18'),
    ]);
    expect(windowsAt('12:20', { ...awake, proofs })).toEqual([]);
  });
});

describe('a check that asks the path itself', () => {
  const minutes = canary('12:08', '12:09', '12:10');

  it('proves it up to now when it is answered', () => {
    const proofs = [...minutes, ...checks('12:10:50')];

    expect(seen('12:10:50', { proofs })).toMatchObject({ windows: [], provenAt: at('12:10:50') });
  });

  it('knows that it is lost since the last proof when it is not', () => {
    const found = seen('12:10:50', { proofs: minutes, unanswered: ['a'] });

    expect(found).toMatchObject({ windows: [window('12:10', null)], provenAt: at('12:10') });
  });

  it('leaves what it cannot know while the canary is late to the next one', () => {
    const proofs = [...minutes, ...checks('12:11:20')];

    expect(seen('12:11:20', { proofs })).toMatchObject({ windows: [], provenAt: at('12:10') });
  });

  it('ends a time that the canary has not ended yet; its next ping does', () => {
    const proofs = [...canary('12:00'), ...checks('12:10')];

    expect(windowsAt('12:10', { proofs })).toEqual([window('12:00', '12:10')]);
    expect(windowsAt('12:10:50', { proofs: [...proofs, ...canary('12:10:50')] })).toEqual([
      window('12:00', '12:10:50'),
    ]);
  });

  it('does not hide that the canary missed a minute', () => {
    const proofs = [...canary('12:00', '12:02'), ...checks('12:01:20')];

    expect(windowsAt('12:02', { proofs })).toEqual([window('12:00', '12:02')]);
  });
});

describe('a canary that is broken alone', () => {
  const dead = [...canary('11:59', '12:00'), ...checks('12:04', '12:09')];

  it('is seen through by the second check that is answered, and what lies between the last two is left to the next', () => {
    expect(windowsAt('12:04', { proofs: dead.slice(0, -1) })).toEqual([window('12:00', '12:04')]);
    const found = seen('12:09', { proofs: dead, windows: [window('12:00', '12:04')] });
    expect(found).toMatchObject({ windows: [], provenAt: at('12:04') });
    expect(seen('12:14', { proofs: [...dead, ...checks('12:14')] })).toMatchObject({
      windows: [],
      provenAt: at('12:09'),
    });
  });

  it('hides no outage that a check met', () => {
    expect(windowsAt('12:14', { proofs: dead, unanswered: ['a'] })).toEqual([window('12:09', null)]);
    expect(windowsAt('12:19', { proofs: [...dead, ...checks('12:19')] })).toEqual([window('12:09', '12:19')]);
    expect(windowsAt('12:24', { proofs: [...dead, ...checks('12:19', '12:24')] })).toEqual([
      window('12:09', '12:19'),
    ]);
  });

  it('is not what was heard before the first of two checks, and is late after an outage between them', () => {
    const proofs = [...canary('12:00'), ...checks('12:00:05', '12:05:05')];

    expect(windowsAt('12:05:05', { proofs })).toEqual([window('12:00', '12:05:05')]);
  });

  it('is not told from an outage by two checks that are further apart than a tick', () => {
    const proofs = [...canary('12:00'), ...checks('12:04', '12:20')];

    expect(windowsAt('12:20', { proofs })).toEqual([window('12:00', '12:20')]);
  });

  it('does not make up a window between two checks', () => {
    expect(windowsAt('12:13', { proofs: dead })).toEqual([]);
    expect(windowsAt('12:16', { proofs: dead })).toEqual([window('12:09', null)]);
  });
});

describe('several names', () => {
  const two = { names: ['a', 'b'] };
  const byBoth = canary('12:00').flatMap((proof) => [proof, { ...proof, name: 'b' }]);

  it('are blind by the time of each, and proven up to the last instant of all', () => {
    const proofs = [...byBoth, ...canary('12:01', '12:02', '12:03')];

    expect(seen('12:03', { ...two, proofs })).toMatchObject({
      windows: [window('12:00', null)],
      provenAt: at('12:00'),
    });
  });

  it('excuse nothing by one that never was open', () => {
    expect(windowsAt('12:01', { ...two, proofs: canary('12:00', '12:01'), unanswered: ['b'] })).toEqual([]);
  });

  it('are known by what an earlier look found, however long ago', () => {
    const proofs = canary('12:08', '12:09', '12:10');
    const openAt = { a: at('12:05'), b: at('11:00') };

    const found = seen('12:10', { ...two, proofs, openAt });
    expect(found.windows).toEqual([window('12:08', null)]);
    expect(found.openAt).toEqual({ a: at('12:10'), b: at('11:00') });
    expect(windowsAt('12:10', { ...two, proofs, openAt: { ...openAt, b: at('12:08:29') } })).toEqual([
      window('12:08:29', null),
    ]);
  });

  it('take the proofs of a name that is no more for each of them', () => {
    const proofs = canary('12:08', '12:09').map((proof) => ({ ...proof, name: 'old' }));

    expect(seen('12:10', { names: ['new'], proofs, openAt: { old: at('12:05') } })).toMatchObject({
      windows: [],
      openAt: { new: at('12:09') },
    });
  });
});

describe('what is remembered', () => {
  it('keeps windows from before what was read, and works the others out anew', () => {
    const windows = [window('08:00', '08:30'), window('11:51', '11:58'), window('12:00', null)];
    const proofs = canary('11:50', '11:51', '11:52', '11:53', '12:04', '12:05');

    expect(windowsAt('12:05', { windows, proofs })).toEqual([
      window('08:00', '08:30'),
      window('11:53', '12:04'),
    ]);
  });

  it('keeps what was judged before the clock was moved', () => {
    const given = { windows: [window('12:01', '12:04')], judgedSince: at('13:00') };

    expect(windowsAt('13:01', { ...given, proofs: canary('12:00', '12:01', '12:04', '13:01') })).toEqual([
      window('12:01', '12:04'),
    ]);
  });

  it('is at most twenty windows, the latest', () => {
    const hour = (of: number) => `${String(of).padStart(2, '0')}`;
    const windows = Array.from({ length: 20 }, (_, index) =>
      window(`${hour(index)}:00`, `${hour(index)}:30`),
    );

    const found = windowsAt('22:30', { windows, proofs: canary('22:00', '22:30') });

    expect(found).toHaveLength(20);
    expect(found[0]).toEqual(window('01:00', '01:30'));
    expect(found.at(-1)).toEqual(window('22:00', '22:30'));
  });
});

describe('for any sight', () => {
  const minute = fc.integer({ min: 0, max: 600 }).map((of) => at('06:00') + of * 60_000);
  const sight = fc.record({
    names: fc.constantFrom<('a' | 'b')[]>(['a'], ['a', 'b']),
    proofs: fc.array(
      fc.record({
        at: minute,
        name: fc.constantFrom('a', 'b', 'old'),
        by: fc.constantFrom<PathProof['by']>('canary', 'check'),
      }),
      { maxLength: 40 },
    ),
    unanswered: fc.constantFrom<('a' | 'b')[]>([], ['a'], ['b']),
    windows: fc.array(
      fc.tuple(minute, fc.integer({ min: 1, max: 60 })).map(([from, length]) => ({
        from,
        to: from + length * 60_000,
      })),
      { maxLength: 25 },
    ),
    openAt: fc.dictionary(fc.constantFrom('a', 'b', 'old'), minute) as fc.Arbitrary<Record<string, number>>,
    judgedSince: minute,
  });
  const now = at('16:00');
  /** A window that begins with the oldest proof, of a name that nobody asks any more, and is known by what was open before. */
  const oldNameFirst = {
    names: ['a', 'b'] as ('a' | 'b')[],
    proofs: [
      { at: at('06:07'), name: 'old' as const, by: 'check' as const },
      { at: at('06:09'), name: 'old' as const, by: 'check' as const },
      { at: at('06:00'), name: 'b' as const, by: 'canary' as const },
    ],
    unanswered: [] as ('a' | 'b')[],
    windows: [],
    openAt: { a: at('06:00') },
    judgedSince: at('06:00'),
  };

  it('windows are apart, in order, at most twenty, end by now, and only the last may last', () => {
    fc.assert(
      fc.property(sight, (given) => {
        const { windows, provenAt } = pathAt(given, now);

        expect(provenAt).toBeLessThanOrEqual(now);
        expect(windows.length).toBeLessThanOrEqual(20);
        for (const [index, { from, to }] of windows.entries()) {
          const next = windows[index + 1];
          if (to === null) expect(next).toBeUndefined();
          else expect(to).toBeGreaterThan(from);
          if (next) expect(next.from).toBeGreaterThan(to ?? now);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the next look at the same proofs keeps every window that is over', () => {
    fc.assert(
      fc.property(sight, (given) => {
        const { windows, kept, openAt } = pathAt(given, now);
        const again = pathAt({ ...given, windows: kept, openAt }, now + 1);

        // It may turn out to be the beginning of one that lasts.
        const isKept = ({ from, to }: BlindWindow) =>
          again.windows.some((each) => each.from <= from && (each.to ?? Infinity) >= (to ?? now));
        expect(windows.filter(({ to }) => to !== null && to < now).filter((each) => !isKept(each))).toEqual(
          [],
        );
      }),
      { numRuns: 300, examples: [[oldNameFirst]] },
    );
  });
});
