import { beforeAll, expect, it } from 'vitest';
import { newestReadings } from '../../../lib/data/machines/readings.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import {
  MEASURE_IDS,
  MEASURES,
  type MeasureId,
  measuresOf,
} from '../../../lib/domain/machines/measures/catalogue.ts';
import { CAPABILITIES } from '../../../lib/domain/machines/devices/facts.ts';
import { Dice } from '../../fuzz/dice.ts';
import { FACTS } from '../../support/machines/devices.ts';
import { newMachine, READING, type Machine } from '../../support/machines/machine.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { rounds } from '../../support/thorough.ts';

/** FUZZ_SEED repeats a failure or looks elsewhere. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const BODIES = rounds(30, 1_000);

let machine: Machine;

/** A machine that can tell all that any Linux can. */
const service = shared(startTestService);
beforeAll(async () => {
  const facts = { ...FACTS, capabilities: CAPABILITIES };
  machine = await newMachine(service, measuresOf(facts), { facts });
});

const ODD = [
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(20),
  '0x10',
  '',
  ' ',
  '\0',
  'ü',
  '\u202e',
  '@2',
  '%',
  "'",
  '1,5',
  '-'.repeat(3_000),
];

/** What a machine prints, with what goes wrong on the way. */
function brokenReading(dice: Dice): Buffer {
  let lines = READING.split('\n');
  for (let turn = dice.between(0, 6); turn > 0; turn--) lines = broken(lines, dice);
  const text = Buffer.from(lines.join(dice.pick(['\n', '\n', '\r\n', '\r'])));
  for (let turn = dice.pick([0, 0, 40]); turn > 0; turn--)
    text[dice.between(0, text.length - 1)] = dice.between(0, 255);
  return dice.chance(0.2) ? text.subarray(0, dice.between(0, text.length)) : text;
}

function broken(lines: readonly string[], dice: Dice): string[] {
  const at = dice.between(0, lines.length - 1);
  const odd = dice.pick(ODD);
  return dice.pick([
    () => lines.toSpliced(at, dice.between(1, 20)),
    () => lines.toSpliced(at, 0, ...lines.slice(0, dice.between(1, 200))),
    () => lines.toReversed(),
    () => lines.with(at, odd),
    () => lines.map((line) => (dice.chance(0.2) ? line.replaceAll(/\d+(\.\d+)?/g, odd) : line)),
    () => lines.map((line) => (dice.chance(0.1) ? line.slice(dice.between(0, 30)) : line)),
    () => lines.map((line) => line.replaceAll(/[A-Za-z]+/g, (word) => (dice.chance(0.05) ? odd : word))),
  ])();
}

/** Seconds, then numbers, words of device names, or nothing. */
const PACKED = /^\d{10}(?: (?:-|-?\d+(?:\.\d+)?(?:e-\d+)?|[A-Za-z0-9._:/,@-]{1,32}))+$/;

it('any body is read or refused, and what is kept of it has its form and its size', async () => {
  const dice = new Dice(SEED);
  const codes = MEASURE_IDS.map((id: MeasureId) => MEASURES[id].code);
  const statuses = new Set<number>();
  for (let count = 0; count < BODIES; count++) {
    const body = brokenReading(dice);
    service.clock.advance(60);

    const { status, json } = await machine.send({
      body,
      type: dice.pick(['text/plain', 'application/octet-stream']),
    });

    const told = `seed ${SEED}, body ${count}: ${status} ${JSON.stringify(json)}`;
    expect([200, 400, 413], told).toContain(status);
    statuses.add(status);
    if (status !== 200) continue;
    const of = { deviceId: machine.device.id, every: 'minute' as const, now: service.clock.now(), codes };
    const [item = {}] = await newestReadings(service.core.table, of, 1);
    for (const text of Object.values(item)) expect(text, told).toMatch(PACKED);
    expect(JSON.stringify(item).length, told).toBeLessThan(LIMITS.readingItemMaxBytes);
  }
  expect(statuses.has(200)).toBe(true);
  expect(service.logged).toEqual([]);
});
