import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MovableClock } from '../../../lib/local/movable-clock.ts';

const NOON = Date.parse('2026-03-29T12:00Z');
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-clock-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

describe('MovableClock', () => {
  it('stands still at the instant it is given until it is advanced', () => {
    const clock = new MovableClock({ startAt: NOON });
    expect(clock.now()).toBe(NOON);

    expect(clock.advance(90)).toBe(Date.parse('2026-03-29T12:01:30Z'));
    clock.advance(0.5);

    expect(clock.now()).toBe(Date.parse('2026-03-29T12:01:30.500Z'));
  });

  it('runs with real time, moved by what it was advanced', () => {
    const clock = new MovableClock();
    clock.advance(3_600);

    const before = Date.now();
    const now = clock.now();
    const after = Date.now();

    expect(now).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(now).toBeLessThanOrEqual(after + 3_600_000);
  });

  it('keeps across a restart how far it was moved', () => {
    const file = join(dir, 'made when missing', 'clock.json');
    new MovableClock({ startAt: NOON, file }).advance(60);
    new MovableClock({ startAt: NOON, file }).advance(30);

    expect(new MovableClock({ startAt: NOON, file }).now()).toBe(Date.parse('2026-03-29T12:01:30Z'));
  });

  it.each(['', '{"offset_', '{"offset_ms":-5}', 'null'])(
    'starts at its base when its file says %o',
    (content) => {
      const file = join(dir, 'clock.json');
      writeFileSync(file, content);

      expect(new MovableClock({ startAt: NOON, file }).now()).toBe(NOON);
    },
  );

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to move by %d seconds', (sec) => {
    const clock = new MovableClock({ startAt: NOON });

    expect(() => clock.advance(sec)).toThrow(RangeError);
    expect(clock.now()).toBe(NOON);
  });
});
