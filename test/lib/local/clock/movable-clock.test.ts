import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MovableClock } from '../../../../lib/local/clock/movable-clock.ts';

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

  it('is ahead of real time by what it was moved, and goes at half speed until it is right', async () => {
    const file = join(dir, 'clock.json');
    const clock = new MovableClock({ file });
    clock.advance(3_600);
    expect(clock.aheadMs()).toBe(3_600_000);

    const moved = clock.now();
    const beganAt = Date.now();
    clock.setRight();
    await expect.poll(() => Date.now() - beganAt).toBeGreaterThan(100);
    const after = new MovableClock({ file });
    for (const each of [clock, after]) {
      const gone = Date.now() - beganAt;
      expect(each.now()).toBeGreaterThan(moved);
      expect(Math.abs(each.now() - moved - gone / 2)).toBeLessThan(25);
    }

    expect(after.advance(60) - after.aheadMs()).toBeLessThanOrEqual(Date.now());
    expect(after.aheadMs()).toBeGreaterThan(3_600_000);
  });

  it('is right once it has been caught up with, and stays so', async () => {
    const clock = new MovableClock();
    clock.advance(0.05);
    clock.setRight();

    await expect.poll(() => clock.aheadMs()).toBe(0);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(25);
  });

  it('knows no other time where it stands still', () => {
    const clock = new MovableClock({ startAt: NOON });
    clock.advance(60);

    expect(clock.aheadMs()).toBe(0);
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
