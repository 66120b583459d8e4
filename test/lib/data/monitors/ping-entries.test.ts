import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import type { MonitorEvent } from '../../../../lib/data/monitors/events.ts';
import { ENTRY_BYTES, pingEntryOf, eventOfEntry } from '../../../../lib/data/monitors/ping-entries.ts';

const AT = Date.UTC(2027, 2, 1, 12);
const plain: MonitorEvent = {
  id: eventIdOf(AT, '4f7z0q8c1v'),
  at: AT,
  kind: 'ping',
  rid: null,
  durationMs: null,
  exitCode: null,
  status: null,
  latencyMs: null,
  source: 'get',
  hasOutput: false,
};
const reading = fc.option(fc.integer({ min: 0, max: 2_147_483_647 }));

describe('a plain success in short', () => {
  it('is as long as it is said to be', () => {
    expect(pingEntryOf(plain)).toBe('m6a7imo0G4f7z0q8c1v'.replace('m6a7imo0', AT.toString(36)));
    expect(pingEntryOf(plain)).toHaveLength(ENTRY_BYTES);
  });

  it('comes back as it was', () => {
    const event = fc.record({
      at: fc.integer({ min: 0, max: 9_999_999_999_999 }),
      tail: fc.stringMatching(/^[0-9a-v]{1,10}$/),
      exitCode: fc.constantFrom(null, 0),
      status: fc.option(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
      latencyMs: reading,
      source: fc.constantFrom('get', 'post'),
    });
    fc.assert(
      fc.property(event, ({ at, tail, ...told }) => {
        const given: MonitorEvent = { ...plain, ...told, at, id: eventIdOf(at, tail) };
        expect(eventOfEntry(pingEntryOf(given) ?? '')).toEqual(given);
      }),
    );
  });

  it.each<Partial<MonitorEvent>>([
    { kind: 'fail' },
    { kind: 'start' },
    { kind: 'log' },
    { rid: 'a' },
    { durationMs: 0 },
    { exitCode: 1 },
    { hasOutput: true },
  ])('is none of an event with %o', (given) => {
    expect(pingEntryOf({ ...plain, ...given })).toBeNull();
  });

  it.each(['', 'm6a7imo0', 'm6a7imo0X4f7z', 'M6A7IMO0G4f7z', 'm6a7imo0G4f7z:x:'])('is not %o', (entry) => {
    expect(eventOfEntry(entry)).toBeNull();
  });
});
