import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, SYSTEMS, type System } from '../../../../../lib/domain/machines/devices/facts.ts';
import { LIMITS } from '../../../../../lib/domain/limits.ts';
import { MEASURE_IDS, MEASURES, PROFILES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import { readReading } from '../../../../../lib/domain/machines/readings/reading.ts';
import { rounds } from '../../../../support/thorough.ts';
import { allPrinted, read } from '../measures/transcripts.ts';

const on = (system: System) => ({ system, capabilities: CAPABILITIES });

/** The body that a machine of a system sends. */
function sent(system: System, end = '\n'): string {
  const { first, second } = allPrinted(system);
  return ['@1', ...first, '@2', ...second, ''].join(end);
}

it.each(SYSTEMS)('reads every measure that %s has from one text', (system) => {
  const values = readReading(sent(system), on(system), MEASURE_IDS);
  for (const id of MEASURE_IDS) expect(values.get(id) ?? null, id).toEqual(read(MEASURES[id], system));
  expect(values.size).toBeGreaterThanOrEqual(7);
});

it('reads a text whose lines end as those of Windows do', () => {
  const unix = readReading(sent('windows'), on('windows'), MEASURE_IDS);
  expect(readReading(sent('windows', '\r\n'), on('windows'), MEASURE_IDS)).toEqual(unix);
  expect(readReading(sent('windows', '\r'), on('windows'), MEASURE_IDS)).toEqual(unix);
});

it('reads the measures asked for and no other, each once', () => {
  const values = readReading(sent('linux'), on('linux'), ['uptime', 'loadavg', 'uptime']);
  expect([...values.keys()]).toEqual(['uptime', 'loadavg']);
});

it('reads nothing that the machine did not say it has', () => {
  const facts = { system: 'linux', capabilities: ['proc_uptime'] } as const;
  expect([...readReading(sent('linux'), facts, MEASURE_IDS).keys()]).toEqual(['uptime']);
});

describe('a bad line', () => {
  const text = sent('linux').split('\n');
  const all = readReading(sent('linux'), on('linux'), PROFILES.completo);

  it('loses nothing but itself', () => {
    const without = text.filter((line) => !line.startsWith('MemTotal:'));
    const values = readReading(without.join('\n'), on('linux'), PROFILES.completo);
    expect([...all.keys()].filter((id) => !values.has(id))).toEqual(['memoria']);
  });

  it('loses nothing by being long', () => {
    const long = 'x'.repeat(20_000);
    expect(readReading([long, ...text, long].join('\n'), on('linux'), PROFILES.completo)).toEqual(all);
  });
});

it('looks at three thousand lines of each read, and at no blank one', () => {
  const after = (lines: number) => `${'x\n\n'.repeat(lines)}1.00 1.00\n@2\n`;
  expect(readReading(after(2_999), on('linux'), ['uptime']).get('uptime')).toEqual({ seg: 1 });
  expect(readReading(after(3_000), on('linux'), ['uptime'])).toEqual(new Map());
});

it('takes the counters once without a second read, and so no rates', () => {
  const once = sent('linux').split('@2')[0] ?? '';
  const values = readReading(once, on('linux'), PROFILES.completo);
  expect(values.has('cpu')).toBe(false);
  expect(Object.keys(values.get('rede') ?? {})).toEqual(['rx', 'tx', 'err']);
});

it.each(['', '\n', '@2', '@2\n@2', '@1\n@2\n', '\0', '\uFFFD'.repeat(50)])(
  'reads nothing from %j',
  (text) => {
    for (const system of SYSTEMS) expect(readReading(text, on(system), MEASURE_IDS)).toEqual(new Map());
  },
);

it('reads any text to its limit, and nothing behind that', () => {
  const far = `${'\n'.repeat(LIMITS.readingMaxBytes)}2.06 2.30 2.41 1/2 3`;
  expect(readReading(far, on('linux'), ['loadavg'])).toEqual(new Map());
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), fc.constantFrom(...SYSTEMS), (text, system) => {
      readReading(text, on(system), MEASURE_IDS);
    }),
    { numRuns: rounds(100, 5_000) },
  );
});
